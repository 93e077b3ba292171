import { HttpException } from '@nestjs/common';
import { afterEach, describe, expect, it } from 'vitest';
import { ReadableLog } from '../testing/readable-log.js';
import { TestAgent } from '../testing/test-agent.js';

const SECRET = 'bucket of alice@example.com is empty';

describe('what guards of the application refuse', () => {
  let agent: TestAgent;
  let log: ReadableLog;

  const refusing = async (status: number) => {
    log = new ReadableLog();
    const canActivate = () => {
      throw new HttpException(SECRET, status);
    };
    agent = await TestAgent.start({}, {}, { logger: log, guard: { canActivate } });
  };
  afterEach(() => agent.stop());

  it.each([
    [429, 'RESOURCE_EXHAUSTED', -32000],
    [403, 'PERMISSION_DENIED', -32000],
    [503, 'UNAVAILABLE', -32603],
  ])('J-6 J-7 keeps its status %i on both bindings, and its text to itself', async (status, name, code) => {
    await refusing(status);
    const http = await agent.http('GET', '/tasks/t');
    expect(http.status).toBe(status);
    const text = await http.text();
    expect(JSON.parse(text)).toMatchObject({
      error: { code: status, status: name, details: [{ reason: name }] },
    });
    const rpc = await agent.post({ jsonrpc: '2.0', id: 1, method: 'GetTask', params: { id: 't' } });
    expect(rpc.status).toBe(status);
    const answer = await rpc.text();
    expect(JSON.parse(answer)).toMatchObject({ id: 1, error: { code, data: [{ reason: name }] } });
    expect(text + answer).not.toContain('alice');
  });

  it('J-7 any other status is a fault, which the log has', async () => {
    await refusing(502);
    const http = await agent.http('GET', '/tasks/t');
    expect(http.status).toBe(500);
    expect(await http.text()).not.toContain('alice');
    expect(log.text).toContain(SECRET);
  });
});
