import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AgentProcess, endAgents } from '../../support/agent-process.js';
import { HttpJsonClient } from '../../support/http-json-client.js';
import { callOf } from '../../support/json-rpc-client.js';
import { messageFor } from '../../support/messages.js';
import { rawRequest } from '../../support/raw-request.js';
import type { RpcAnswer } from '../../support/rpc-answer.js';

const MAX_VALUES = 100_000;
/** Far less than it took to parse and store what is refused here. */
const QUICK_MS = 1_500;

describe('what generated requests have found', () => {
  let agent: AgentProcess;
  let http: HttpJsonClient;

  beforeAll(async () => {
    agent = await AgentProcess.start();
    http = HttpJsonClient.of(agent);
  });
  afterAll(() => endAgents(agent));

  /** A message with so many values that say nothing. */
  const large = (count: number) =>
    JSON.stringify({ message: messageFor('echo', '', { parts: [{ data: 0 }] }) }).replace(
      '"data":0',
      `"data":[${'{},'.repeat(count - 1)}{}]`,
    );
  const asCall = (params: string) => callOf('SendMessage', {}).replace('"params":{}', `"params":${params}`);

  /** The longest time that the agent answered nobody else. */
  const longestSilence = async (work: Promise<unknown>): Promise<number> => {
    let isOver = false;
    let longest = 0;
    const watch = (async () => {
      while (!isOver) {
        const began = performance.now();
        await agent.probe('/livez');
        longest = Math.max(longest, performance.now() - began);
      }
    })();
    await work.finally(() => (isOver = true));
    await watch;
    return longest;
  };

  it('O-6 a short body of very many values is refused before it is parsed: HTTP+JSON', async () => {
    const refused = http.refusal('POST', '/message:send', large(3_000_000));
    expect(await longestSilence(refused)).toBeLessThan(QUICK_MS);
    expect((await refused).details[1]?.fieldViolations).toEqual([
      { field: 'body', description: `must hold at most ${MAX_VALUES} JSON values` },
    ]);
  });

  it('O-6 a short body of very many values is refused before it is parsed: JSON-RPC', async () => {
    const posted = agent.client().post(asCall(large(3_000_000)));
    expect(await longestSilence(posted)).toBeLessThan(QUICK_MS);
    const { status, text } = await posted;
    const answer = JSON.parse(text) as RpcAnswer;
    expect([status, answer.id, answer.error?.code]).toEqual([200, null, -32602]);
    expect(answer.error?.data?.[0]?.fieldViolations).toEqual([
      { field: 'params', description: `must hold at most ${MAX_VALUES} JSON values` },
    ]);
  });

  it('O-6 many values are taken', async () => {
    const { task } = await http.call<{ task: { status: object } }>('POST', '/message:send', large(90_000));
    expect(task.status).toMatchObject({ state: 'TASK_STATE_COMPLETED' });
    const { text } = await agent.client().post(asCall(large(90_000)));
    expect(text.slice(0, 200)).toContain('"result":{"task"');
  });

  it('L-2 a path that names the host too leads to the binding, whatever is in it', async () => {
    for (const target of [
      'http://x/a2a/v1/{id}?tenant=%ff',
      'http://x/a2a/v1/{id}/%ff',
      'http://x/a2a/v1/[a]?b={c}',
    ]) {
      const { status, body } = await rawRequest(agent.url, [`GET ${target} HTTP/1.1`, 'A2A-Version: 1.0']);
      const { error } = JSON.parse(body) as { error: { code: number; details: object[] } };
      expect([400, 404]).toContain(status);
      expect(error).toMatchObject({ code: status, details: [{ domain: 'a2a-protocol.org' }] });
    }
    const target = 'http://x/a2a/v1/tasks?pageSize=3&contextId={c}';
    const { status, body } = await rawRequest(agent.url, [`GET ${target} HTTP/1.1`, 'A2A-Version: 1.0']);
    expect([status, JSON.parse(body)]).toMatchObject([200, { pageSize: 3, totalSize: 0 }]);
  });

  it('J-1 an expectation that is not met is refused in JSON', async () => {
    const { status, headers, body } = await rawRequest(agent.url, [
      'GET /a2a/v1/tasks HTTP/1.1',
      'Expect: x',
    ]);
    expect([status, headers['content-type']]).toEqual([417, 'application/json; charset=utf-8']);
    expect(JSON.parse(body)).toMatchObject({ error: { code: 417 } });
  });

  it.each(['/a2a/v1/tasks', '/.well-known/agent-card.json', '/livez', '/nowhere'])(
    'no answer tells what it is made with, and none that is not to be kept is hashed: %s',
    async (path) => {
      const { headers } = (await agent.probe(path))!;
      expect(headers.get('x-powered-by')).toBeNull();
      expect(headers.has('etag')).toBe(path.includes('card'));
    },
  );
});
