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

  once(
    'A-4',
    'every required member is there, and every list that must hold something does',
    async (peer) => {
      const card = await cardOf(peer);
      const text = expect.stringMatching(/./) as string;
      const modes = expect.arrayContaining([text]) as string[];
      expect(card).toMatchObject({
        name: text,
        description: text,
        version: text,
        capabilities: expect.any(Object),
        defaultInputModes: modes,
        defaultOutputModes: modes,
      });
      expect(card.supportedInterfaces.length).toBeGreaterThan(0);
      for (const one of card.supportedInterfaces)
        expect(one).toMatchObject({ url: text, protocolBinding: text, protocolVersion: text });
      expect(card.skills.length).toBeGreaterThan(0);
      for (const skill of card.skills)
        expect(skill).toMatchObject({ id: text, name: text, description: text, tags: modes });
    },
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

  once('A-7', 'every binding is one of the protocol, or named by a URI', async (peer) => {
    for (const { protocolBinding } of (await cardOf(peer)).supportedInterfaces)
      expect(protocolBinding).toMatch(/^(JSONRPC|GRPC|HTTP\+JSON|[a-z][a-z0-9+.-]*:.+)$/);
  });

  once('A-8', 'versions on the card are Major.Minor', async (peer) => {
    for (const { protocolVersion } of (await cardOf(peer)).supportedInterfaces)
      expect(protocolVersion).toMatch(/^\d+\.\d+$/);
  });

  row('A-8', 'digits of a patch count for nothing', async (peer) => {
    expect(await peer.result('ListTasks', {}, { 'a2a-version': '1.0.7' })).toHaveProperty('totalSize');
  });

  once('A-9', 'the card says how long it is good for, and is not sent again to who has it', async (peer) => {
    const answer = await answerOf(peer);
    expect(answer.headers.get('cache-control')).toMatch(/max-age=[1-9]/);
    const tag = answer.headers.get('etag')!;
    expect(tag).toMatch(/^(W\/)?"[^"]+"$/);
    expect((await answerOf(peer, { 'if-none-match': tag })).status).toBe(304);
    expect((await answerOf(peer, { 'if-none-match': '"another"' })).status).toBe(200);
  });

  once(['A-12', 'A-13', 'A-14', 'A-15'], 'a card that is not signed carries no signatures', async (peer) => {
    expect(await cardOf(peer)).not.toHaveProperty('signatures');
  });

  row(
    ['A-10', 'A-17', 'A-18', 'A-19'],
    'an extended card that is not declared is refused as unsupported',
    async (peer) => {
      expect((await cardOf(peer)).capabilities.extendedAgentCard ?? false).toBe(false);
      expect(await peer.refusal('GetExtendedAgentCard')).toMatchObject({ reason: 'UNSUPPORTED_OPERATION' });
    },
  );
});
