import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { viewOf } from '../../card/serving/card-view.js';
import type { AgentCard } from '../../protocol/index.js';
import { TestAgent } from '../testing/test-agent.js';

const card = { name: '骰子', skills: [{ id: 'secret' }] } as unknown as AgentCard;
const view = viewOf(card);

describe('the extended card on each binding', () => {
  let agent: TestAgent;
  beforeAll(async () => {
    agent = await TestAgent.start({ getExtendedAgentCard: () => view });
  });
  afterAll(() => agent.stop());

  it('A-10 is the result of a JSON-RPC call, with parameters or without', async () => {
    for (const params of [undefined, {}])
      expect(await agent.call('GetExtendedAgentCard', params)).toEqual({
        jsonrpc: '2.0',
        id: 1,
        result: card,
      });
  });

  it('SD-033 A-10 is the body of an HTTP answer that no shared cache keeps', async () => {
    const response = await agent.http('GET', '/extendedAgentCard');
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('application/a2a+json');
    expect(response.headers.get('cache-control')).toBe('private, no-cache');
    expect(response.headers.get('vary')).toBe('Authorization');
    expect(response.headers.get('etag')).toBe(view.etag);
    // Views of different principals may be as old as each other.
    expect(response.headers.get('last-modified')).toBeNull();
    expect(await response.json()).toEqual(card);
  });

  it('A-10 is not sent again to who has it', async () => {
    const response = await agent.http('GET', '/extendedAgentCard', undefined, {
      'if-none-match': `"zzz", W/${view.etag}`,
      'cache-control': 'no-cache',
    });
    expect([response.status, response.headers.get('etag'), await response.text()]).toEqual([
      304,
      view.etag,
      '',
    ]);
    expect(response.headers.get('vary')).toBe('Authorization');
  });
});
