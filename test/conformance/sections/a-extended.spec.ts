import { expect } from 'vitest';
import type { AgentCard } from '../../../src/a2a/index.js';
import type { HttpAnswer } from '../../support/json-rpc-client.js';
import type { TokenIssuer } from '../../support/token-issuer.js';
import { describeSection } from '../conformance.js';
import type { Peer } from '../peer.js';
import { ask, cardOf, errorOf, EXTENDED_CARD, overHttp } from '../raw.js';

const EXTENDED = { on: 'with an extended card' } as const;
const SCOPE = 'payroll:read';

/** The extended card over HTTP+JSON, where it can be kept. @param scope what the token of the caller allows */
async function answerTo(
  peer: Peer,
  caller: string,
  scope?: string,
  headers: Record<string, string> = {},
): Promise<HttpAnswer> {
  return overHttp(peer, EXTENDED_CARD.http, { ...(await peer.credentials(caller, scope)), ...headers });
}

/** The scheme of HTTP that every requirement of the card asks for. */
function httpSchemeOf({ securityRequirements = [], securitySchemes = {} }: AgentCard): string {
  const [first, ...others] = securityRequirements;
  const [name = '', ...more] = Object.keys(first?.schemes ?? {});
  const scheme = securitySchemes[name];
  if (others.length + more.length > 0 || !scheme || !('httpAuthSecurityScheme' in scheme))
    throw new Error(`Not one scheme of HTTP is asked for: ${JSON.stringify(securityRequirements)}`);
  return scheme.httpAuthSecurityScheme.scheme;
}

/** Credentials that are none, by what is wrong with them. */
const WORTHLESS: readonly (readonly [what: string, of: (issuer: TokenIssuer) => unknown])[] = [
  ['no credentials', () => undefined],
  ['a token that is none', () => 'Bearer abc'],
  ['another scheme', () => 'Basic YWxpY2U6c2VjcmV0'],
  ['a forged token', async (issuer) => `Bearer ${await issuer.forged('alice')}`],
  ['a token without a signature', (issuer) => `Bearer ${issuer.unsigned('alice')}`],
  ['an expired token', async (issuer) => `Bearer ${await issuer.token('alice', { scope: SCOPE }, -600)}`],
  [
    'a token for others',
    async (issuer) => `Bearer ${await issuer.token('alice', { aud: 'https://b.example' })}`,
  ],
];

describeSection('A: the extended card', ({ row, once }) => {
  once(
    'A-10',
    'no cache may keep it for others, and who keeps it asks each time whether it is still so',
    async (peer) => {
      const { headers } = await answerTo(peer, 'alice');
      const directives = headers['cache-control']?.split(/\s*,\s*/) ?? [];
      expect(directives).toContain('private');
      expect(directives).toContain('no-cache');
      expect(directives).not.toContain('public');
      expect(headers.vary?.toLowerCase().split(/\s*,\s*/)).toContain('authorization');
    },
    EXTENDED,
  );

  row(
    'A-10',
    'no answer lets a shared cache keep it',
    async (peer) => {
      const { status, headers } = await ask(peer, EXTENDED_CARD, await peer.credentials('alice'));
      expect(status).toBe(200);
      expect(headers['cache-control'] ?? '').not.toMatch(/public|s-maxage|max-age=[1-9]/);
    },
    EXTENDED,
  );

  once(
    'A-10',
    'it has a version and a tag, which is another for whoever sees another card',
    async (peer) => {
      const ofAlice = await answerTo(peer, 'alice');
      const ofPaymaster = await answerTo(peer, 'paymaster', SCOPE);
      const ofAll = await fetch(peer.agent.cardUrl);
      const tags = [ofAlice.headers.etag, ofPaymaster.headers.etag, ofAll.headers.get('etag')];
      for (const tag of tags) expect(tag).toMatch(/^"[^"]+"$/);
      expect(new Set(tags)).toHaveLength(3);
      expect((await answerTo(peer, 'alice')).headers.etag).toBe(ofAlice.headers.etag);
      expect(JSON.parse(ofAlice.text)).toMatchObject({ version: '1.0.0' });
    },
    EXTENDED,
  );

  once(
    'A-10',
    'it is not sent again to who has it, and sent to who has another’s',
    async (peer) => {
      const { headers, text } = await answerTo(peer, 'alice');
      const etag = headers.etag!;
      const again = await answerTo(peer, 'alice', undefined, { 'if-none-match': etag });
      expect([again.status, again.text]).toEqual([304, '']);
      expect(again.headers).toMatchObject({
        etag,
        vary: headers.vary,
        'cache-control': headers['cache-control'],
      });
      const others = await answerTo(peer, 'paymaster', SCOPE, { 'if-none-match': etag });
      expect(others.status).toBe(200);
      expect(others.text).not.toBe(text);
      // Who has dropped what they had gets all of it.
      const anew = await answerTo(peer, 'alice', undefined, { 'cache-control': 'no-cache' });
      expect([anew.status, anew.text]).toEqual([200, text]);
    },
    EXTENDED,
  );

  once(
    'A-10',
    'who has had another card is told of the change, also by its time alone',
    async (peer) => {
      const cards = await Promise.all(
        [undefined, SCOPE].map(async (scope) => ({ scope, answer: await answerTo(peer, 'alice', scope) })),
      );
      const timeOf = ({ headers }: HttpAnswer) => headers['last-modified'] ?? new Date().toUTCString();
      const [older, younger] = cards.toSorted(
        (one, other) => Date.parse(timeOf(one.answer)) - Date.parse(timeOf(other.answer)),
      );
      // Alice has the younger of them when her token comes to allow more or less, and keeps it if told so.
      const since = { 'if-modified-since': timeOf(younger!.answer) };
      const { status, text } = await answerTo(peer, 'alice', older!.scope, since);
      expect([status, text]).toEqual([200, older!.answer.text]);
    },
    EXTENDED,
  );

  once(
    'A-17',
    'the public card declares it, and how to prove who calls',
    async (peer) => {
      const card = await cardOf(peer);
      expect(card.capabilities.extendedAgentCard).toBe(true);
      expect(httpSchemeOf(card)).toMatch(/\w/);
    },
    EXTENDED,
  );

  row(
    'A-17',
    'who has proved it by the declared scheme gets the card',
    async (peer) => {
      const { authorization = '' } = await peer.credentials('alice');
      const [, token] = authorization.split(' ');
      const declared = `${httpSchemeOf(await cardOf(peer))} ${token}`;
      const answer = await ask(peer, EXTENDED_CARD, { authorization: declared });
      expect(answer.status).toBe(200);
      expect(answer.text).toContain('"members"');
    },
    EXTENDED,
  );

  for (const [what, of] of WORTHLESS)
    row(
      'A-17',
      `${what}: refused, with a challenge of the declared scheme`,
      async (peer) => {
        const authorization = (await of(peer.issuer)) as string | undefined;
        const answer = await ask(peer, EXTENDED_CARD, { authorization });
        expect(answer.status).toBe(401);
        const scheme = httpSchemeOf(await cardOf(peer));
        expect(answer.headers['www-authenticate']).toMatch(new RegExp(`^${scheme} `));
        expect(errorOf(answer).message).toMatch(/\w/);
        expect(answer.text).not.toMatch(/members|payroll|welcome/);
      },
      EXTENDED,
    );

  once(
    'A-17',
    'who has its tag and no credentials is not told whether it is still so',
    async (peer) => {
      const { headers } = await answerTo(peer, 'alice');
      for (const tag of [headers.etag!, '*'])
        expect((await overHttp(peer, EXTENDED_CARD.http, { 'if-none-match': tag })).status).toBe(401);
    },
    EXTENDED,
  );

  for (const [whose, on] of [
    ['an agent that tells nobody apart', 'open'],
    ['an agent that shows all it has to everybody', 'guarded'],
  ] as const)
    row(
      'A-18',
      `${whose} declares none, and refuses it as unsupported`,
      async (peer) => {
        expect((await cardOf(peer)).capabilities.extendedAgentCard ?? false).toBe(false);
        expect(await refusalOf(peer)).toEqual(['UNSUPPORTED_OPERATION', peer.isJsonRpc ? -32004 : 400]);
      },
      { on },
    );

  row(
    'A-18',
    'one that is declared and has nothing to show is refused as not configured',
    async (peer) => {
      expect((await cardOf(peer)).capabilities.extendedAgentCard).toBe(true);
      expect(await refusalOf(peer)).toEqual([
        'EXTENDED_AGENT_CARD_NOT_CONFIGURED',
        peer.isJsonRpc ? -32007 : 400,
      ]);
    },
    { on: 'with nothing to extend' },
  );
});

/** What a caller who is known is refused with: the reason, and the code of the binding. */
async function refusalOf(peer: Peer): Promise<readonly [reason: unknown, code: number]> {
  const { details, code } = errorOf(await ask(peer, EXTENDED_CARD, await peer.credentials('alice')));
  return [details.find(({ reason }) => reason !== undefined)?.reason, code];
}
