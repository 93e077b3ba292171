import { createTestDatabase } from './postgres-server.js';
import { canTestRedis, RedisServer } from './redis-server.js';

/** An empty datastore for one spec file. */
export interface TestDatastore {
  readonly url: string;
  /** Removes it, whoever is still connected. */
  drop(): Promise<void>;
}

/** The datastores that this machine can run, each with its name: for `describe.each`. */
export function testDatastores(): { name: string; create: () => Promise<TestDatastore> }[] {
  const postgres = { name: 'PostgreSQL', create: createTestDatabase };
  return canTestRedis() ? [postgres, { name: 'Redis', create: createRedis }] : [postgres];
}

async function createRedis(): Promise<TestDatastore> {
  const server = await RedisServer.start();
  return { url: server.url, drop: () => server.remove() };
}
