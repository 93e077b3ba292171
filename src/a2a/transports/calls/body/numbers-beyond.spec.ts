import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { TestAgent } from '../../testing/test-agent.js';

const BINDINGS = ['JSON-RPC', 'HTTP+JSON'] as const;

describe.each(BINDINGS)('a number on %s', (binding) => {
  let agent: TestAgent;
  const received: unknown[] = [];

  beforeAll(async () => {
    const sendMessage = (_caller: unknown, request: object) => {
      received.push(request);
      return { task: {} };
    };
    agent = await TestAgent.start({ sendMessage });
  });
  afterAll(() => agent.stop());

  /** Sends a message with this JSON as `data` of its second part, and as a member of its metadata. */
  const send = async (data: string, metadata = '0') => {
    const params = `{"message":{"messageId":"m","role":"ROLE_USER","parts":[{"text":"1e999"},{"data":${data}}],"metadata":{"n":${metadata}}}}`;
    const sent =
      binding === 'JSON-RPC'
        ? agent.post(`{"jsonrpc":"2.0","id":7,"method":"SendMessage","params":${params}}`)
        : agent.http('POST', '/message:send', params);
    return (await (await sent).json()) as { id?: number; error?: object };
  };

  it.each([
    ['1e999', '0', ['message.parts[1].data']],
    ['[{"a":[-1e400]}]', '0', ['message.parts[1].data[0].a[0]']],
    [
      `${'['.repeat(80)}1${'0'.repeat(400)}${']'.repeat(80)}`,
      '0',
      [`message.parts[1].data${'[0]'.repeat(80)}`],
    ],
    ['{"a":1e999}', '{"b":1e999}', ['message.parts[1].data.a', 'message.metadata.n.b']],
  ])('N-3 beyond a double is refused, naming where it stands: %s', async (data, metadata, fields) => {
    received.length = 0;
    const { id, error } = await send(data, metadata);
    expect(error).toMatchObject({ code: binding === 'JSON-RPC' ? -32602 : 400 });
    expect(id).toBe(binding === 'JSON-RPC' ? 7 : undefined);
    const named = [...JSON.stringify(error).matchAll(/"field":"([^"]*)"/g)].map(([, field]) => field);
    expect(named).toEqual(fields);
    expect(JSON.stringify(error)).toContain('must be a number that a double can hold');
    expect(received).toEqual([]);
  });

  it('that a double can hold, if only roughly, is taken', async () => {
    received.length = 0;
    const { error } = await send('[1.7976931348623157e308,9007199254740993,1e-999,0.1]');
    expect(error).toBeUndefined();
    const data = [1.7976931348623157e308, 9007199254740992, 0, 0.1];
    expect(received).toMatchObject([{ message: { parts: [{ text: '1e999' }, { data }] } }]);
  });

  it('that a later member of the same name has taken the place of is none', async () => {
    expect((await send('{"a":1e999,"a":1}')).error).toBeUndefined();
  });
});
