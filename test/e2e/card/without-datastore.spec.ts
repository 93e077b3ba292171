import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AgentProcess, endAgents } from '../../support/agent-process.js';
import { messageFor } from '../../support/messages.js';
import { ownPort } from '../../support/own-port.js';
import { canTestRedis, RedisServer } from '../../support/redis-server.js';
import { CARD_PATH, OLD_PATH } from './served-card.js';

/** What is asked of the card, and what of the answer is the same from whichever process it comes. */
async function answersOf({ url, cardUrl }: AgentProcess) {
  const get = await fetch(cardUrl);
  const etag = get.headers.get('etag') ?? '';
  const head = await fetch(cardUrl, { method: 'HEAD' });
  const again = await fetch(cardUrl, { headers: { 'if-none-match': etag } });
  const old = await fetch(url + OLD_PATH, { redirect: 'manual' });
  return {
    statuses: [get.status, head.status, again.status, old.status],
    tags: [etag, head.headers.get('etag'), again.headers.get('etag')],
    lengths: [get, head].map(({ headers }) => headers.get('content-length')),
    keptFor: [get, head, again].map(({ headers }) => headers.get('cache-control')),
    bodies: [await get.text(), await head.text(), await again.text()],
    leadsTo: old.headers.get('location'),
  };
}

describe.skipIf(!canTestRedis())('the card of the shipped agent while its datastore is away', () => {
  let redis: RedisServer;
  let agent: AgentProcess;
  let env: Record<string, string>;
  let whole: Awaited<ReturnType<typeof answersOf>>;

  beforeAll(async () => {
    redis = await RedisServer.start();
    const PUBLIC_URL = `http://127.0.0.1:${await ownPort()}`;
    env = { DATASTORE_URL: redis.url, PUBLIC_URL };
    agent = await AgentProcess.start({ program: 'main', env });
    await agent.serves('/readyz');
    whole = await answersOf(agent);
  });
  afterAll(async () => {
    await endAgents(agent);
    await redis.remove();
  });

  it('is there while all is well', async () => {
    expect(whole.statuses).toEqual([200, 200, 304, 308]);
    expect(JSON.parse(whole.bodies[0]!)).toMatchObject({ name: 'nest-a2a example agent' });
    expect(whole.bodies.slice(1)).toEqual(['', '']);
    expect(new Set(whole.tags).size).toBe(1);
    expect(whole.leadsTo).toBe(CARD_PATH);
    expect((await agent.client().send(messageFor('roll_dice', '2d6'))).status.state).toBe(
      'TASK_STATE_COMPLETED',
    );
  });

  it('SD-002 is answered as before, 304 and HEAD too, when the datastore has gone', async () => {
    await redis.end();
    await agent.serves('/readyz', 503);
    const refused = await agent.client().refusal('SendMessage', { message: messageFor('roll_dice', '2d6') });
    expect(refused.data?.[0]).toMatchObject({ reason: 'UNAVAILABLE' });
    expect(await answersOf(agent)).toEqual(whole);
  });

  it('SD-002 is answered the same by a process that starts while the datastore is away', async () => {
    const later = await AgentProcess.start({ program: 'main', env });
    try {
      await later.serves('/readyz', 503);
      expect(await answersOf(later)).toEqual(whole);
    } finally {
      await endAgents(later);
    }
  });

  it('SD-002 the process that lost its datastore works again when it is back', async () => {
    await redis.start();
    await agent.serves('/readyz');
    expect((await agent.client().send(messageFor('roll_dice', '2d6'))).status.state).toBe(
      'TASK_STATE_COMPLETED',
    );
    expect(await answersOf(agent)).toEqual(whole);
  });
});
