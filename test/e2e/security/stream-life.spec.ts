import { createHash } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AgentProcess, endAgents, temporaryFolder } from '../../support/agent-process.js';
import { HttpJsonClient } from '../../support/http-json-client.js';
import { taskIdOf } from '../../support/json-rpc-stream.js';
import { artifactsAfter, messageFor, textsOf } from '../../support/messages.js';
import { TokenIssuer } from '../../support/token-issuer.js';

const GOODBYE = 'your credentials count no longer, come back with new ones';

describe('a stream whose credentials end before it does', () => {
  let issuer: TokenIssuer;
  let agent: AgentProcess;

  beforeAll(async () => {
    issuer = await TokenIssuer.create('agent');
    await issuer.open();
    const env = { OAUTH_ISSUER: issuer.issuer, OAUTH_AUDIENCE: issuer.audience };
    agent = await AgentProcess.start({ program: 'secured-agent', env });
  });
  afterAll(async () => {
    await endAgents(agent);
    await issuer.close();
  });

  const bearer = async (lifetimeS: number) => ({
    authorization: `Bearer ${await issuer.token('ada', {}, lifetimeS)}`,
  });

  it('ends when the token expires, and goes on with a new one without a gap', async () => {
    const begin = { message: messageFor('count', '60') };
    const short = await agent.client(await bearer(2)).stream('SendStreamingMessage', begin);
    const id = await taskIdOf(short);
    await short.all();
    expect(short.parser.comments).toContain(GOODBYE);
    expect(short.outline.at(-1)).not.toBe('TASK_STATE_COMPLETED');
    const last = { 'last-event-id': `${short.ids.at(-1)}` };
    const rest = await agent.client(await bearer(60)).stream('SubscribeToTask', { id }, last);
    await rest.all();
    expect(rest.outline.at(-1)).toBe('TASK_STATE_COMPLETED');
    const all = [...short.events, ...rest.events];
    expect(all.map((event) => event.id)).toEqual(all.map((_, index) => index + 1));
    const counted = textsOf(artifactsAfter(all.map(({ response }) => response)).get('count') ?? []);
    expect(counted.join('')).toBe(Array.from({ length: 60 }, (_, index) => `${index + 1} `).join(''));
  });

  it('ends on HTTP+JSON likewise, and the place of its reader is free', async () => {
    const stream = await HttpJsonClient.of(agent, await bearer(2)).stream('POST', '/message:stream', {
      message: messageFor('count', '60'),
    });
    await stream.all();
    expect(stream.parser.comments).toContain(GOODBYE);
  });

  it('ends within a bounded time after a key was withdrawn, and not before', async () => {
    const keyFile = join(temporaryFolder(), 'keys.json');
    const sha256 = createHash('sha256').update('k-1').digest('hex');
    await writeFile(keyFile, JSON.stringify([{ sha256, subject: 'team' }]));
    const env = { KEY_FILE: keyFile, RECHECK_MS: '300' };
    const keyed = await AgentProcess.start({ program: 'secured-agent', env });
    try {
      const client = keyed.client({ 'x-api-key': 'k-1' });
      const stream = await client.stream('SendStreamingMessage', { message: messageFor('count', '300') });
      await stream.count(15);
      expect(stream.end).toBeUndefined();
      await writeFile(keyFile, '[]');
      await stream.all();
      expect(stream.parser.comments).toContain(GOODBYE);
      expect((await client.post('{}')).status).toBe(401);
    } finally {
      await endAgents(keyed);
    }
  });
});
