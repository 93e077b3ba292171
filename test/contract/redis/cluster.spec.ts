import { afterAll, beforeAll, describe } from 'vitest';
import { datastoreFor } from '../../../src/a2a/datastore/open-datastore.js';
import { RedisCluster } from '../../support/redis-cluster.js';
import { canTestRedis } from '../../support/redis-server.js';
import { describeTaskStore } from '../task-store.contract.js';

describe.runIf(canTestRedis())('on a cluster', () => {
  let cluster: RedisCluster;
  beforeAll(async () => {
    cluster = await RedisCluster.start();
  });
  afterAll(() => cluster.remove());

  describeTaskStore('Redis Cluster', () =>
    datastoreFor({ url: cluster.url, dataDir: '', name: 'contract', warn: () => undefined }),
  );
});
