import { afterAll, beforeAll } from 'vitest';
import { datastoreFor } from '../../../src/a2a/datastore/open-datastore.js';
import { createTestDatabase, type TestDatabase } from '../../support/postgres-server.js';
import { describeTaskStore } from '../task-store.contract.js';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

describeTaskStore('PostgreSQL', () =>
  datastoreFor({ url: database.url, dataDir: '', name: 'contract', warn: () => undefined }),
);
