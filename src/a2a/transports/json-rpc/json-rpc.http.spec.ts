import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { TestAgent } from '../testing/test-agent.js';

describe('the JSON-RPC interface on HTTP', () => {
  let agent: TestAgent;

  beforeAll(async () => {
    const task = { id: 't', contextId: 'c', status: { state: 'TASK_STATE_WORKING' } };
    agent = await TestAgent.start({ getTask: () => task }, { limits: { maxBodyBytes: 1_000 } });
  });

  afterAll(() => agent.stop());

  const call = (extra: object) => ({
    jsonrpc: '2.0',
    id: 1,
    method: 'GetTask',
    params: { id: 't' },
    ...extra,
  });
  const errorOf = async (response: Response) =>
    (await response.json()) as { id: unknown; error: { code: number } };

  it('K-1 answers also with a slash at the end of the path', async () => {
    const response = await fetch(`${agent.url}/`, {
      method: 'POST',
      headers: { 'content-type': 'application/a2a+json; charset=UTF-8', 'a2a-version': '1.0' },
      body: JSON.stringify(call({})),
    });
    expect(response.status).toBe(200);
  });

  it('G-1 the version may come as a query parameter', async () => {
    const send = (query: string) =>
      fetch(`${agent.url}?${query}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(call({})),
      }).then((response) => response.json());
    expect(await send('A2A-Version=1.0')).toHaveProperty('result');
    expect(await send('A2A-Version=99.0')).toHaveProperty('error.code', -32009);
  });

  it.each([
    'text/plain',
    'application/x-www-form-urlencoded',
    'application/json; charset=latin1',
    'application/jsonx',
  ])('K-1 content type %j is 415', async (type) => {
    const response = await agent.post(call({}), { 'content-type': type });
    expect(response.status).toBe(415);
    expect(await errorOf(response)).toMatchObject({ id: null, error: { code: -32600 } });
  });

  it('K-1 a compressed body is 415', async () => {
    expect((await agent.post(call({}), { 'content-encoding': 'gzip' })).status).toBe(415);
  });

  it('BC-08 a body over the limit is 413, with and without a declared length', async () => {
    const text = JSON.stringify(call({ params: { id: 'x'.repeat(2_000) } }));
    const declared = await agent.post(text);
    expect(declared.status).toBe(413);
    expect(await errorOf(declared)).toMatchObject({ id: null, error: { code: -32600 } });
    const body = new ReadableStream({
      start(controller) {
        controller.enqueue(new TextEncoder().encode(text));
        controller.close();
      },
    });
    const chunked = await agent.post(call({}), {}, { body, duplex: 'half' });
    expect(chunked.status).toBe(413);
  });

  it.each(['GET', 'PUT', 'DELETE', 'PATCH', 'OPTIONS'])('K-1 %s is 405', async (method) => {
    const response = await fetch(agent.url, { method });
    expect(response.status).toBe(405);
    expect(response.headers.get('allow')).toBe('POST');
    expect(await errorOf(response)).toMatchObject({ id: null, error: { code: -32600 } });
  });

  it('O-2 BC-45 asks for a token in the shape of the binding', async () => {
    const oauth = { issuer: 'https://login.example.com', audience: 'agent' };
    const secured = await TestAgent.start({}, { oauth });
    const response = await secured.post(call({}));
    expect(response.status).toBe(401);
    expect(response.headers.get('www-authenticate')).toBe(
      'Bearer realm="http://localhost:3000", ' +
        'resource_metadata="http://localhost:3000/.well-known/oauth-protected-resource"',
    );
    expect(response.headers.get('content-type')).toContain('application/json');
    expect(await response.json()).toEqual({
      jsonrpc: '2.0',
      id: 1,
      error: { code: -32000, message: expect.stringContaining('Send valid credentials') },
    });
    await secured.stop();
  });
});
