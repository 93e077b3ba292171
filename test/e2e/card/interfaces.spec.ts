import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AgentInterface } from '../../../src/a2a/index.js';
import { AgentProcess, endAgents } from '../../support/agent-process.js';
import { eventually } from '../../support/eventually.js';
import { HttpJsonClient } from '../../support/http-json-client.js';
import { callOf, JsonRpcClient } from '../../support/json-rpc-client.js';
import { messageFor } from '../../support/messages.js';
import { createTestDatabase, type TestDatabase } from '../../support/postgres-server.js';
import { refusalOf } from './refused-start.js';
import { cardOf } from './served-card.js';

/** Requests of each binding, where the shipped agent has it unless told otherwise. */
const REQUESTS: Readonly<Record<string, readonly [verb: string, path: string][]>> = {
  JSONRPC: [
    ['POST', '/a2a/jsonrpc'],
    ['GET', '/a2a/jsonrpc'],
  ],
  'HTTP+JSON': [
    ['POST', '/a2a/v1/message:send'],
    ['POST', '/a2a/v1/message:stream'],
    ['GET', '/a2a/v1/tasks'],
    ['GET', '/a2a/v1/extendedAgentCard'],
    ['GET', '/a2a/v1'],
  ],
};

/** Rolls dice at the address of an interface, in its binding. */
async function rollAt({ url, protocolBinding }: AgentInterface): Promise<string | undefined> {
  const client = protocolBinding === 'JSONRPC' ? new JsonRpcClient(url) : new HttpJsonClient(url);
  return (await client.send(messageFor('roll_dice', '2d6'))).status.state;
}

describe('the interfaces of the shipped agent', () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await createTestDatabase();
  });
  afterAll(() => database.drop());

  const start = (env: Record<string, string>) =>
    AgentProcess.start({ program: 'main', env: { DATASTORE_URL: database.url, ...env } });

  describe.each<[string | undefined, string[]]>([
    [undefined, ['JSONRPC', 'HTTP+JSON']],
    ['HTTP+JSON, JSONRPC', ['HTTP+JSON', 'JSONRPC']],
    ['JSONRPC', ['JSONRPC']],
    ['HTTP+JSON', ['HTTP+JSON']],
  ])('with INTERFACES=%s', (INTERFACES, expected) => {
    let agent: AgentProcess;
    beforeAll(async () => {
      agent = await start(INTERFACES === undefined ? {} : { INTERFACES });
    });
    afterAll(() => endAgents(agent));

    it('SD-005 stand on the card in this order, each with its address, binding and version', async () => {
      const addresses: Record<string, string> = {
        JSONRPC: `http://localhost:${agent.port}/a2a/jsonrpc`,
        'HTTP+JSON': `http://localhost:${agent.port}/a2a/v1`,
      };
      expect((await cardOf(agent)).supportedInterfaces).toEqual(
        expected.map((protocolBinding) => ({
          url: addresses[protocolBinding],
          protocolBinding,
          protocolVersion: '1.0',
        })),
      );
    });

    it('SD-005 answer a real call at every address of the card', async () => {
      const { supportedInterfaces } = await cardOf(agent);
      expect(supportedInterfaces).toHaveLength(expected.length);
      for (const one of supportedInterfaces) {
        expect([one.protocolBinding, await rollAt(one)]).toEqual([
          one.protocolBinding,
          'TASK_STATE_COMPLETED',
        ]);
      }
    });

    it('SD-005 a binding that is not among them is not there: 404 in JSON', async () => {
      const off = Object.keys(REQUESTS).filter((binding) => !expected.includes(binding));
      for (const [verb, path] of off.flatMap((binding) => REQUESTS[binding] ?? [])) {
        const answer = await fetch(agent.url + path, {
          method: verb,
          headers: { 'content-type': 'application/json', 'a2a-version': '1.0' },
          ...(verb === 'POST' && {
            body: callOf('SendMessage', { message: messageFor('roll_dice', '2d6') }),
          }),
        });
        expect([path, answer.status]).toEqual([path, 404]);
        expect(answer.headers.get('content-type')).toMatch(/^application\/json/);
        expect(await answer.json()).toMatchObject({ statusCode: 404 });
      }
    });

    it('SD-005 are what the agent says at its start and in its documentation', async () => {
      await eventually('all of them are told', () => agent.log.includes('Reference: '));
      const told = [...agent.log.matchAll(/(JSONRPC|HTTP\+JSON): +http/g)].map(([, binding]) => binding);
      expect(told).toEqual(expected);
      const { paths } = (await (await fetch(`${agent.url}/docs/openapi.json`)).json()) as { paths: object };
      expect(Object.keys(paths).length > 0).toBe(expected.includes('HTTP+JSON'));
    });
  });

  it('SD-005 are where their paths say, and nowhere else', async () => {
    const agent = await start({ JSON_RPC_PATH: '/rpc/', HTTP_JSON_PATH: '/rest' });
    try {
      const { supportedInterfaces } = await cardOf(agent);
      expect(supportedInterfaces.map(({ url }) => new URL(url).pathname)).toEqual(['/rpc', '/rest']);
      for (const one of supportedInterfaces) expect(await rollAt(one)).toBe('TASK_STATE_COMPLETED');
      for (const [method, path] of Object.values(REQUESTS).flat())
        expect([path, (await agent.probe(path, method))?.status]).toEqual([path, 404]);
    } finally {
      await endAgents(agent);
    }
  });

  it('SD-005 that are none stop the start, and are named', async () => {
    for (const INTERFACES of ['GRPC', 'JSONRPC,JSONRPC', 'jsonrpc', ',']) {
      const agent = await AgentProcess.launch({ program: 'main', env: { INTERFACES } });
      try {
        expect(await refusalOf(agent)).toContain('set INTERFACES=JSONRPC,HTTP+JSON');
      } finally {
        await endAgents(agent);
      }
    }
  });
});
