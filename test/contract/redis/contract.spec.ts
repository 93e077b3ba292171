import { afterAll, beforeAll, describe } from 'vitest';
import { datastoreFor } from '../../../src/a2a/datastore/open-datastore.js';
import { canTestRedis, RedisServer } from '../../support/redis-server.js';
import { describeTaskStore } from '../task-store.contract.js';

describe.runIf(canTestRedis())('on one server', () => {
  let server: RedisServer;
  beforeAll(async () => {
    server = await RedisServer.start();
  });
  afterAll(() => server.remove());

  describeTaskStore('Redis', () =>
    datastoreFor({ url: server.url, dataDir: '', name: 'contract', warn: () => undefined }),
  );
});
