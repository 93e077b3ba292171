import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { verifyAgentCardSignature } from '@a2a-js/sdk';
import type { JWK } from 'jose';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import {
  type AgentCard,
  FileCardKeys,
  SIGNATURE_ALGORITHMS,
  signCard,
  TrustStore,
  verifyCard,
} from '../../../src/a2a/index.js';
import { AgentProcess, endAgents, temporaryFolder } from '../../support/agent-process.js';
import { bindingsOf } from '../../support/bindings.js';
import { runCommand } from '../../support/run-command.js';
import { TokenIssuer } from '../../support/token-issuer.js';
import { changedByOneLetter } from './changed-card.js';
import { refusalOf } from './refused-start.js';
import { cardOf, NO_DATASTORE } from './served-card.js';

const AUDIENCE = 'https://agent.example';
const KEY_SET_PATH = '/.well-known/jwks.json';

type Json = Record<string, unknown>;
const pretty = (card: unknown) => JSON.stringify(card, null, 2);

describe('cards that are signed with the keys of CARD_SIGNING_KEYS', () => {
  const folder = temporaryFolder();
  const fileOf = (alg: string) => join(folder, `${alg}.json`);
  const started: AgentProcess[] = [];
  let issuer: TokenIssuer;
  let agent: AgentProcess;
  let keySet: { keys: JWK[] };
  let cards: Record<string, Json>;

  beforeAll(async () => {
    issuer = await TokenIssuer.create(AUDIENCE);
    await issuer.open();
    for (const alg of SIGNATURE_ALGORITHMS) {
      const { code, stderr } = await runCommand(
        ['card-keygen', '--alg', alg, '--kid', `key of ${alg}`, '--out', fileOf(alg)],
        folder,
      );
      if (code !== 0) throw new Error(`No key for ${alg}: ${stderr}`);
    }
    agent = await start({ CARD_SIGNING_KEYS: SIGNATURE_ALGORITHMS.map(fileOf).join(',') });
    keySet = (await (await fetch(agent.url + KEY_SET_PATH)).json()) as { keys: JWK[] };
    cards = await cardsOf(agent);
  });
  afterAll(async () => {
    await endAgents(...started);
    await issuer.close();
  });

  const start = async (
    env: Record<string, string>,
    program: 'card-agent' | 'main' = 'card-agent',
  ): Promise<AgentProcess> => {
    const oauth = { OAUTH_ISSUER: issuer.issuer, OAUTH_AUDIENCE: AUDIENCE, HOST: '127.0.0.1' };
    const one = await AgentProcess.start({
      program,
      env: { ...NO_DATASTORE, PUBLIC_URL: 'http://127.0.0.1:9999', ...oauth, ...env },
    });
    started.push(one);
    return one;
  };
  /** Every card of the agent, as it came and as a reader may have laid it out. */
  const cardsOf = async (from: AgentProcess): Promise<Record<string, Json>> => {
    const authorization = `Bearer ${await issuer.token('olga', { scope: 'ops:erase' })}`;
    const fetched: Record<string, unknown> = { 'the public card': await cardOf(from) };
    for (const binding of bindingsOf(from, { authorization })) {
      const outcome = await binding.call('GetExtendedAgentCard', {});
      if (!('result' in outcome)) throw new Error(`No card: ${JSON.stringify(outcome)}`);
      fetched[`the extended card on ${binding.name}`] = outcome.result;
    }
    return Object.fromEntries(
      Object.entries(fetched).map(([name, card]) => [name, JSON.parse(pretty(card)) as Json]),
    );
  };

  describe.each(['the public card', 'the extended card on JSON-RPC', 'the extended card on HTTP+JSON'])(
    '%s',
    (name) => {
      it('SD-015 BC-38 is valid by the key set of the agent, pretty-printed and with its letters escaped', async () => {
        const trust = await TrustStore.fromJwks(keySet);
        expect(await verifyCard(cards[name], { trust })).toMatchObject({ verdict: 'valid', uncovered: [] });
        const escaped = pretty(cards[name]).replaceAll(
          /[^\0-\x7f]/g,
          (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
        );
        expect(escaped).toContain('\\u5929\\u6c14');
        expect((await verifyCard(JSON.parse(escaped), { trust })).verdict).toBe('valid');
      });

      it.each(SIGNATURE_ALGORITHMS)(
        'SD-015 is valid for who trusts nothing but the key of %s',
        async (alg) => {
          const keys = keySet.keys.filter((key) => key.alg === alg);
          const trust = await TrustStore.fromJwks({ keys });
          expect(await verifyCard(cards[name], { trust })).toMatchObject({
            verdict: 'valid',
            kid: `key of ${alg}`,
          });
        },
      );

      it('SD-015 BC-39 is invalid with one letter changed, wherever that is', async () => {
        const trust = await TrustStore.fromJwks(keySet);
        const changed = changedByOneLetter(cards[name]!);
        expect(changed.map(({ pointer }) => pointer)).toEqual(
          expect.arrayContaining([
            '/description',
            '/supportedInterfaces/1/url',
            '/skills/0/tags/1',
            '/securitySchemes/bearer/httpAuthSecurityScheme/scheme',
          ]),
        );
        for (const { pointer, card } of changed)
          expect([pointer, (await verifyCard(card, { trust })).verdict]).toEqual([pointer, 'invalid']);
      });

      it('SD-015 is verified by the official SDK', async () => {
        // It tells of each signature that is not over its own form.
        vi.spyOn(console, 'debug').mockReturnValue();
        const verify = verifyAgentCardSignature((kid) =>
          Promise.resolve(keySet.keys.find((key) => key.kid === kid)!),
        );
        await expect(verify(cards[name] as never)).resolves.toBeUndefined();
        vi.restoreAllMocks();
      });
    },
  );

  it('SD-015 the cards are signed apart: the signatures of one do not fit another', async () => {
    const trust = await TrustStore.fromJwks(keySet);
    const [open, extended] = [cards['the public card']!, cards['the extended card on JSON-RPC']!];
    expect(cards['the extended card on HTTP+JSON']).toEqual(extended);
    const mixed = { ...open, signatures: extended.signatures };
    expect((await verifyCard(mixed, { trust })).verdict).toBe('invalid');
  });

  it('SD-015 the key set has the public halves only, and can be kept like the card', async () => {
    const answer = await fetch(agent.url + KEY_SET_PATH);
    expect(answer.headers.get('content-type')).toBe('application/jwk-set+json');
    expect(answer.headers.get('cache-control')).toBe('public, max-age=3600');
    expect(keySet.keys.map(({ kid, use }) => [kid, use])).toEqual(
      SIGNATURE_ALGORITHMS.map((alg) => [`key of ${alg}`, 'sig']),
    );
    for (const key of keySet.keys)
      for (const secret of ['d', 'p', 'q', 'dp', 'dq', 'qi', 'k']) expect(key).not.toHaveProperty(secret);
    const etag = answer.headers.get('etag')!;
    for (const method of ['GET', 'HEAD']) {
      const again = await fetch(agent.url + KEY_SET_PATH, { method, headers: { 'if-none-match': etag } });
      expect(again.status).toBe(304);
    }
  });

  it('BC-39 SD-026 another process with the same keys serves the same bytes', async () => {
    const CARD_SIGNING_KEYS = ['ES256', 'ES384', 'EdDSA', 'RS256'].map(fileOf).join(', ');
    const [one, other] = [await start({ CARD_SIGNING_KEYS }), await start({ CARD_SIGNING_KEYS })];
    expect(await (await fetch(one.cardUrl)).text()).toBe(await (await fetch(other.cardUrl)).text());
    expect(await cardsOf(one)).toEqual(await cardsOf(other));
  });

  it('BC-40 who signs a changed card anew, and says where the key is, is not trusted and not asked', async () => {
    let requests = 0;
    const theirs = createServer((_request, response) => {
      requests += 1;
      response.end(JSON.stringify({ keys: [] }));
    }).listen(0, '127.0.0.1');
    await once(theirs, 'listening');
    const jku = `http://127.0.0.1:${(theirs.address() as AddressInfo).port}/jwks.json`;
    const out = join(folder, 'stranger.json');
    await runCommand(['card-keygen', '--kid', 'stranger', '--out', out], folder);
    const { signing } = await new FileCardKeys([out], () => undefined).keys();
    const { signatures: _, ...card } = cards['the public card']!;
    const forged = { ...card, name: 'Forged' };
    const signed = { ...forged, signatures: await signCard(forged, signing, { jku }) };
    const trust = await TrustStore.fromJwks(keySet);
    expect((await verifyCard(signed, { trust })).verdict).toBe('untrusted');
    expect(requests).toBe(0);
    theirs.close();
  });

  it('BC-40 the shipped agent says where its keys are, when callers reach that over TLS', async () => {
    const shipped = await start(
      { PUBLIC_URL: 'https://agent.example.com', CARD_SIGNING_KEYS: fileOf('ES256') },
      'main',
    );
    const headersIn = ({ signatures = [] }: AgentCard) =>
      signatures.map((one) => JSON.parse(Buffer.from(one.protected, 'base64url').toString()) as object);
    const header = { alg: 'ES256', kid: 'key of ES256', typ: 'JOSE' };
    const jku = 'https://agent.example.com/.well-known/jwks.json';
    const card = await cardOf(shipped);
    expect(new Set(headersIn(card).map((one) => JSON.stringify(one)))).toEqual(
      new Set([JSON.stringify({ ...header, jku })]),
    );
    expect(headersIn(await cardOf(agent))[0]).toEqual(header);
    const trust = await TrustStore.fromJwks(await (await fetch(shipped.url + KEY_SET_PATH)).json());
    expect((await verifyCard(card, { trust })).verdict).toBe('valid');
  });

  it('SD-015 without keys the card is not signed, and there is no key set', async () => {
    const plain = await start({}, 'main');
    expect(await cardOf(plain)).not.toHaveProperty('signatures');
    expect((await plain.probe(KEY_SET_PATH))?.status).toBe(404);
  });

  it('SD-015 a key file that is not there stops the start, and is named', async () => {
    const missing = join(folder, 'no-such-key.json');
    const env = { ...NO_DATASTORE, CARD_SIGNING_KEYS: missing };
    const refused = await AgentProcess.launch({ program: 'main', env });
    started.push(refused);
    const log = await refusalOf(refused);
    expect(log).toContain(missing);
    expect(log).not.toMatch(/^\s+at /m);
  });
});
