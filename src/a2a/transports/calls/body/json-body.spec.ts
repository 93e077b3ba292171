import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { TestAgent } from '../../testing/test-agent.js';

const MAX_VALUES = 20;
/** What a message and its envelope hold beside its data. */
const OTHERS = { 'JSON-RPC': 10, 'HTTP+JSON': 6 } as const;
const BINDINGS = ['JSON-RPC', 'HTTP+JSON'] as const;

describe.each(BINDINGS)('a body on %s', (binding) => {
  let agent: TestAgent;
  let calls = 0;

  beforeAll(async () => {
    const sendMessage = () => {
      calls += 1;
      return { task: {} };
    };
    agent = await TestAgent.start({ sendMessage }, { limits: { maxJsonValues: MAX_VALUES } });
  });
  beforeEach(() => {
    calls = 0;
  });
  afterAll(() => agent.stop());

  /** Sends a body of so many values. */
  const send = async (values: number) => {
    const data = Array.from({ length: values - OTHERS[binding] - 1 }, () => 0);
    const params = { message: { messageId: 'm', role: 'ROLE_USER', parts: [{ data }] } };
    const sent =
      binding === 'JSON-RPC'
        ? agent.post({ jsonrpc: '2.0', id: 7, method: 'SendMessage', params })
        : agent.http('POST', '/message:send', params);
    return (await (await sent).json()) as Record<string, unknown>;
  };

  it('O-6 may hold as many values as the limit says', async () => {
    expect(await send(MAX_VALUES)).not.toHaveProperty('error');
    expect(calls).toBe(1);
  });

  it('O-6 with one value more is refused, and nothing runs', async () => {
    const answer = await send(MAX_VALUES + 1);
    const violation = {
      field: binding === 'JSON-RPC' ? 'params' : 'body',
      description: `must hold at most ${MAX_VALUES} JSON values`,
    };
    expect(JSON.stringify(answer.error)).toContain(
      JSON.stringify({ fieldViolations: [violation] }).slice(1, -1),
    );
    expect(answer.error).toMatchObject({ code: binding === 'JSON-RPC' ? -32602 : 400 });
    // It was not parsed, so its id is not known.
    expect(answer.id ?? null).toBeNull();
    expect(calls).toBe(0);
  });
});
