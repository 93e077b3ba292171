import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ResponseStream } from '../../operations/response-stream.js';
import { RetryLaterError } from '../../protocol/index.js';
import { event, TestAgent } from '../testing/test-agent.js';

const PARAMS = { message: { messageId: 'm', role: 'ROLE_USER', parts: [{ text: 'hi' }] } };

describe.each(['JSON-RPC', 'HTTP+JSON'])('a stream on %s that ends before its task', (binding) => {
  let agent: TestAgent;
  let stream: ResponseStream;

  beforeAll(async () => {
    agent = await TestAgent.start({ sendStreamingMessage: () => stream });
  });
  afterAll(() => agent.stop());

  const textOf = async (events: ResponseStream) => {
    stream = events;
    const answer =
      binding === 'JSON-RPC'
        ? agent.post({ jsonrpc: '2.0', id: 1, method: 'SendStreamingMessage', params: PARAMS })
        : agent.http('POST', '/message:stream', PARAMS);
    return (await answer).text();
  };
  const retryIn = (text: string) => /^retry: (\d+)$/m.exec(text)?.[1];

  it.each([
    ['that passes', new RetryLaterError('UNAVAILABLE', 'later', 3_000), '3000'],
    ['that does not pass', new Error('broken'), undefined],
  ])('E-1 after a failure %s', async (_, error, retryMs) => {
    const text = await textOf(async function* failing() {
      yield event(1, 'a');
      throw error;
    });
    expect(text.match(/^data: /gm)).toHaveLength(2);
    expect(retryIn(text)).toBe(retryMs);
  });

  it('E-1 because its log has gone asks to come back, in no event', async () => {
    const text = await textOf(async function* broken() {
      yield event(1, 'a');
      yield { comeBackMs: 700 };
    });
    expect(text.match(/^data: /gm)).toHaveLength(1);
    expect(text).toMatch(/\n\n: [^\n]+\nretry: 700\n\n$/);
  });
});
