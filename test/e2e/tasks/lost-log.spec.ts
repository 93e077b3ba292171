import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AgentProcess, endAgents } from '../../support/agent-process.js';
import { HttpJsonClient } from '../../support/http-json-client.js';
import { taskIdOf } from '../../support/json-rpc-stream.js';
import { messageFor } from '../../support/messages.js';
import { createTestDatabase, execute, type TestDatabase } from '../../support/postgres-server.js';

describe('a stream whose task is lost while it is read', () => {
  let database: TestDatabase;
  let agent: AgentProcess;

  beforeAll(async () => {
    database = await createTestDatabase();
    agent = await AgentProcess.start({ env: { DATASTORE_URL: database.url } });
  });
  afterAll(async () => {
    await endAgents(agent);
    await database.drop();
  });

  it.each(['JSON-RPC', 'HTTP+JSON'])(
    'ends after a whole event and asks to come back: %s',
    async (binding) => {
      const { id } = await agent.client().begin(messageFor('silent'));
      const stream =
        binding === 'JSON-RPC'
          ? await agent.client().stream('SubscribeToTask', { id })
          : await HttpJsonClient.of(agent).stream('GET', `/tasks/${id}:subscribe`);
      expect(await taskIdOf(stream)).toBe(id);
      await execute(database.url, `delete from a2a.task where id = '${id}'`);
      await stream.all(30_000);
      expect([stream.end, stream.parser.hasUnfinished]).toEqual(['whole', false]);
      expect(stream.parser.retryMs).toBe(1_000);
      expect(stream.parser.comments.at(-1)).toContain('come back');
    },
  );
});
