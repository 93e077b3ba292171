import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Redis } from 'ioredis';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AgentProcess, endAgents } from '../../support/agent-process.js';
import { content, slowHash, urlPart } from '../../support/artifact-client.js';
import { hashOf } from '../../support/file-content.js';
import { messageFor } from '../../support/messages.js';
import { testDatastores, type TestDatastore } from '../../support/test-datastores.js';

const MIB = 1024 * 1024;
const PIECES = 800;
const PIECE_BYTES = 65_536;
const SIZE = PIECES * PIECE_BYTES;
const CLIENTS = 4;
const CLIENT_RATE = 6 * MIB;
/** Less than one file, however many are read. */
const BOUND = 0.7 * SIZE;

describe.runIf(process.platform === 'linux').each(testDatastores())(
  'a file of 50 MiB on $name',
  ({ name, create }) => {
    let datastore: TestDatastore;
    let folder: string;
    let agent: AgentProcess;
    let url: string;
    let base: number;

    beforeAll(async () => {
      datastore = await create();
      folder = mkdtempSync(join(tmpdir(), 'nest-a2a-memory-'));
      const env = {
        DATASTORE_URL: datastore.url,
        ARTIFACT_FOLDER: name === 'Redis' ? folder : undefined,
      };
      agent = await AgentProcess.start({ program: 'artifact-agent', env });
      // First files of a tenth, so that what is loaded, compiled and grown once is.
      for (let run = 0; run < 5; run += 1) {
        const task = await agent.client().send(messageFor('file', `file ${PIECES / 10} ${PIECE_BYTES} 0`));
        const { url: small } = urlPart(task);
        await Promise.all(Array.from({ length: CLIENTS }, () => content(small)));
      }
      base = agent.memory('VmHWM');
    });
    afterAll(async () => {
      await endAgents(agent);
      await datastore.drop();
      rmSync(folder, { recursive: true });
    });

    /** How much more memory the process has ever taken than for small files, in bytes. */
    const growth = () => {
      const grown = agent.memory('VmHWM') - base;
      console.log(`${name}: ${Math.round(grown / MIB)} MiB above ${Math.round(base / MIB)} MiB`);
      return grown;
    };

    it('never stands in memory while it is written, nor in Redis after it', async () => {
      const used = await usedMemory(datastore.url);
      const task = await agent.client().send(messageFor('file', `file ${PIECES} ${PIECE_BYTES} 0`));
      expect(task.status.state).toBe('TASK_STATE_COMPLETED');
      expect(growth()).toBeLessThan(BOUND);
      ({ url } = urlPart(task));
      expect((await usedMemory(datastore.url)) - used).toBeLessThan(SIZE / 10);
      expect((await content(url, {}, 'HEAD')).headers['content-length']).toBe(`${SIZE}`);
    });

    it('never stands in memory while clients read it slowly, who all get all of it', async () => {
      const hashes = await Promise.all(Array.from({ length: CLIENTS }, () => slowHash(url, CLIENT_RATE)));
      expect(growth()).toBeLessThan(BOUND);
      expect(hashes).toEqual(Array<string>(CLIENTS).fill(hashOf(PIECES, PIECE_BYTES)));
      expect((await agent.observations()).openStreams).toBe(0);
    });
  },
);

/** What a Redis takes of memory, in bytes; 0 for another datastore. */
async function usedMemory(url: string): Promise<number> {
  if (!url.startsWith('redis:')) return 0;
  const redis = new Redis(url);
  try {
    return Number(/^used_memory:(\d+)/m.exec(await redis.info('memory'))?.[1]);
  } finally {
    redis.disconnect();
  }
}
