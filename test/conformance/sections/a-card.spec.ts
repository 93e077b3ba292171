import { expect } from 'vitest';
import type { AgentCard } from '../../../src/a2a/index.js';
import { describeSection } from '../conformance.js';
import type { Peer } from '../peer.js';

const PATH = '/.well-known/agent-card.json';

async function answerOf({ agent }: Peer, headers: Record<string, string> = {}): Promise<Response> {
  return fetch(`${agent.url}${PATH}`, { headers });
}

async function cardOf(peer: Peer): Promise<AgentCard> {
  return (await (await answerOf(peer)).json()) as AgentCard;
}

const TEXT = expect.stringMatching(/./) as string;
const TEXTS = expect.arrayContaining([TEXT]) as string[];

/** What every card must hold (section 5.7), but for what a skill must: cards may have none. */
function expectRequired(card: AgentCard): void {
  expect(card).toMatchObject({
    name: TEXT,
    description: TEXT,
    version: TEXT,
    capabilities: expect.any(Object),
    defaultInputModes: TEXTS,
    defaultOutputModes: TEXTS,
    skills: expect.any(Array),
  });
  expect(card.supportedInterfaces.length).toBeGreaterThan(0);
  for (const one of card.supportedInterfaces)
    expect(one).toMatchObject({ url: TEXT, protocolBinding: TEXT, protocolVersion: TEXT });
  for (const skill of card.skills)
    expect(skill).toMatchObject({ id: TEXT, name: TEXT, description: TEXT, tags: TEXTS });
}

describeSection('A: the Agent Card', ({ row, once }) => {
  once('A-1', 'the card is served as JSON at the well-known path, to whoever asks', async (peer) => {
    const answer = await answerOf(peer);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toMatch(/^application\/(a2a\+)?json/);
    expect(await answer.json()).toMatchObject({ name: 'cases', version: '1.0.0' });
  });

  once(
    'A-1',
    'an agent that asks who calls shows its card to all',
    async (peer) => {
      expect((await answerOf(peer)).status).toBe(200);
    },
    { on: 'guarded' },
  );

  once(
    'A-2',
    'no secret and nothing internal stands on the card',
    async (peer) => {
      const text = await (await answerOf(peer)).text();
      expect(text).not.toMatch(/postgres:|redis:|password|secret|node_modules|\/tmp\//i);
    },
    { on: 'guarded' },
  );

  row(
    'A-2',
    'no card, nor what it is verified with, tells of private keys, of files, or of the address behind the public one',
    async (peer) => {
      const texts = [
        await (await answerOf(peer)).text(),
        (await peer.agent.probe('/.well-known/jwks.json'))!.text,
        JSON.stringify(await peer.result('GetExtendedAgentCard')),
      ];
      expect(peer.secrets.length).toBeGreaterThan(4);
      for (const secret of [...peer.secrets, `:${peer.agent.port}`])
        for (const text of texts) expect(text).not.toContain(secret);
    },
    { on: 'signed' },
  );

  once(
    'A-4',
    'every required member is there, and every list that must hold something does',
    async (peer) => {
      const card = await cardOf(peer);
      expectRequired(card);
      expect(card.skills.length).toBeGreaterThan(0);
    },
  );

  row(
    'A-4',
    'they are on the extended card too',
    async (peer) => expectRequired(await peer.result<AgentCard>('GetExtendedAgentCard')),
    { on: 'with an extended card' },
  );

  once(
    'A-4',
    'what need not be there has its own required members: provider, schemes, signatures',
    async (peer) => {
      const card = await cardOf(peer);
      expectRequired(card);
      // Required, and so there even while nothing is for everybody.
      expect(card.skills).toEqual([]);
      const { provider, securitySchemes = {}, signatures = [] } = card;
      expect(provider).toMatchObject({ organization: TEXT, url: TEXT });
      expect(Object.values(securitySchemes)).toEqual([
        { httpAuthSecurityScheme: expect.objectContaining({ scheme: TEXT }) as object },
      ]);
      expect(signatures.length).toBeGreaterThan(0);
      for (const one of signatures) expect(one).toMatchObject({ protected: TEXT, signature: TEXT });
    },
    { on: 'signed' },
  );

  row('A-5', 'the binding is declared with the URL at which it answers', async (peer) => {
    const { supportedInterfaces } = await cardOf(peer);
    expect(supportedInterfaces.map(({ protocolBinding }) => protocolBinding)).toEqual([
      'JSONRPC',
      'HTTP+JSON',
    ]);
    const { url } = supportedInterfaces[peer.isJsonRpc ? 0 : 1]!;
    const answer = peer.isJsonRpc
      ? await fetch(url, {
          method: 'POST',
          headers: { 'content-type': 'application/json', 'a2a-version': '1.0' },
          body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ListTasks' }),
        })
      : await fetch(`${url}/tasks`, { headers: { 'a2a-version': '1.0' } });
    expect(JSON.stringify(await answer.json())).toContain('"totalSize"');
  });

  once(
    'A-6',
    'no member of 0.3 stands on the card',
    async (peer) => {
      const card = await cardOf(peer);
      for (const name of [
        'url',
        'preferredTransport',
        'additionalInterfaces',
        'protocolVersion',
        'supportsAuthenticatedExtendedCard',
        'security',
      ]) {
        expect(card).not.toHaveProperty(name);
      }
      expect(card.capabilities).not.toHaveProperty('stateTransitionHistory');
    },
    { on: 'guarded' },
  );

  once(
    'A-6',
    'security is declared in the form of 1.0',
    async (peer) => {
      const { securitySchemes = {}, securityRequirements = [] } = await cardOf(peer);
      const [[name, scheme] = []] = Object.entries(securitySchemes);
      expect(Object.keys(scheme ?? {})).toEqual([expect.stringMatching(/SecurityScheme$/)]);
      expect(securityRequirements).toEqual([
        { schemes: { [name!]: { list: expect.any(Array) as string[] } } },
      ]);
    },
    { on: 'guarded' },
  );

  row(
    'A-6',
    'that there is an extended card stands among the capabilities, and nowhere else',
    async (peer) => {
      for (const card of [await cardOf(peer), await peer.result<AgentCard>('GetExtendedAgentCard')]) {
        expect(card.capabilities.extendedAgentCard).toBe(true);
        expect(Object.keys(card).filter((name) => /extended/i.test(name))).toEqual([]);
      }
    },
    { on: 'with an extended card' },
  );

  once('A-7', 'every binding is one of the protocol, or named by a URI', async (peer) => {
    for (const { protocolBinding } of (await cardOf(peer)).supportedInterfaces)
      expect(protocolBinding).toMatch(/^(JSONRPC|GRPC|HTTP\+JSON|[a-z][a-z0-9+.-]*:.+)$/);
  });

  once('A-8', 'versions on the card are Major.Minor', async (peer) => {
    for (const { protocolVersion } of (await cardOf(peer)).supportedInterfaces)
      expect(protocolVersion).toMatch(/^\d+\.\d+$/);
  });

  row('A-8', 'digits of a patch count for nothing', async (peer) => {
    for (const version of ['1.0.0', '1.0.7', '1.0.12'])
      expect(await peer.result('ListTasks', {}, { 'a2a-version': version })).toHaveProperty('totalSize');
    for (const version of ['0.3', '0.3.0', '1.1', '1.1.0'])
      expect(await peer.refusal('ListTasks', {}, { 'a2a-version': version })).toMatchObject({
        reason: 'VERSION_NOT_SUPPORTED',
      });
  });

  once('A-9', 'the card says how long it is good for, and is not sent again to who has it', async (peer) => {
    const answer = await answerOf(peer);
    expect(answer.headers.get('cache-control')).toMatch(/max-age=[1-9]/);
    const tag = answer.headers.get('etag')!;
    expect(tag).toMatch(/^(W\/)?"[^"]+"$/);
    expect((await answerOf(peer, { 'if-none-match': tag })).status).toBe(304);
    expect((await answerOf(peer, { 'if-none-match': '"another"' })).status).toBe(200);
  });

  once('A-9', 'the card says of when it is, and is not sent again to who has it from then', async (peer) => {
    const { headers } = await answerOf(peer);
    const [etag, time] = [headers.get('etag'), headers.get('last-modified')!];
    expect(new Date(time).toUTCString()).toBe(time);
    const again = await answerOf(peer, { 'if-modified-since': time });
    expect([again.status, await again.text()]).toEqual([304, '']);
    // What a cache keeps of the card it keeps from this answer too.
    expect([again.headers.get('etag'), again.headers.get('cache-control')]).toEqual([
      etag,
      headers.get('cache-control'),
    ]);
    const before = new Date(Date.parse(time) - 60_000).toUTCString();
    expect((await answerOf(peer, { 'if-modified-since': before })).status).toBe(200);
  });
});
