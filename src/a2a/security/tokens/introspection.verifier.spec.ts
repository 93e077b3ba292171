import { beforeEach, describe, expect, it } from 'vitest';
import type { Form } from '../../net/fetch-json.js';
import type { IntrospectedTokens } from '../../options/security/token-options.js';
import { IntrospectionVerifier } from './introspection.verifier.js';

const ISSUER = 'https://login.example';
const START_S = 1_000_000;
const OPTIONS: IntrospectedTokens = {
  endpoint: 'https://login.example/introspect',
  issuer: ISSUER,
  audience: ['agent', 'other-name'],
  client: { id: 'my agent', secret: 'p:w/é' },
};
const GOOD = { active: true, aud: 'agent', sub: 'alice', exp: START_S + 600 };

describe('SD-109 IntrospectionVerifier', () => {
  const asked: Form[] = [];
  let answer: (token: string) => unknown;
  let now: number;
  let verifier: IntrospectionVerifier;

  const verifierWith = (options: Partial<IntrospectedTokens> = {}) =>
    new IntrospectionVerifier(
      { ...OPTIONS, ...options },
      {
        now: () => now,
        post: async (url, form) => {
          expect(url).toBe(OPTIONS.endpoint);
          asked.push(form);
          return answer(form.body.get('token') ?? '');
        },
      },
    );
  const outcomeOf = async (token: string) => (await verifier.verify(token)).outcome;
  const later = (seconds: number) => (now += seconds * 1_000);

  beforeEach(() => {
    asked.length = 0;
    now = START_S * 1_000;
    answer = () => GOOD;
    verifier = verifierWith();
  });

  it('asks as the client that it is, with the token in a form', async () => {
    await verifier.verify('opaque');
    expect(asked[0]?.body.toString()).toBe('token=opaque&token_type_hint=access_token');
    const basic = asked[0]?.headers.authorization?.replace('Basic ', '') ?? '';
    expect(Buffer.from(basic, 'base64').toString()).toBe('my+agent:p%3Aw%2F%C3%A9');
  });

  it('knows by the answer whom a token stands for, how long, and what it is bound to', async () => {
    const cnf = { 'x5t#S256': 'thumb' };
    answer = () => ({ ...GOOD, iss: ISSUER, client_id: 'app', scope: 'a b', org: 'acme', cnf });
    expect(await verifierWith({ tenantClaim: 'org' }).verify('t')).toEqual({
      outcome: 'proven',
      identity: {
        issuer: ISSUER,
        subject: 'alice',
        client: 'app',
        tenant: 'acme',
        scopes: ['a', 'b'],
        expiresAt: (START_S + 600) * 1_000,
      },
      confirmation: cnf,
    });
  });

  it.each<[string, unknown, string]>([
    ['is good', GOOD, 'proven'],
    ['is for one of several', { ...GOOD, aud: ['x', 'other-name'] }, 'proven'],
    ['has no end', { ...GOOD, exp: undefined }, 'proven'],
    ['has ended within the tolerance', { ...GOOD, exp: START_S - 29 }, 'proven'],
    ['has expired', { ...GOOD, exp: START_S - 30 }, 'refused'],
    ['ends at no number', { ...GOOD, exp: '9999999999' }, 'refused'],
    ['does not count yet', { ...GOOD, nbf: START_S + 31 }, 'refused'],
    ['is not active', { ...GOOD, active: false }, 'refused'],
    ['is for somebody else', { ...GOOD, aud: 'agents' }, 'refused'],
    ['is for nobody', { ...GOOD, aud: undefined }, 'refused'],
    ['is of another issuer', { ...GOOD, iss: 'https://evil.example' }, 'refused'],
    ['names no subject', { ...GOOD, sub: undefined }, 'refused'],
    ['is a refresh token', { ...GOOD, token_use: 'refresh_token' }, 'refused'],
  ])('judges a token that %s', async (_what, said, outcome) => {
    answer = () => said;
    expect(await outcomeOf('t')).toBe(outcome);
  });

  it.each<[string, unknown]>([
    ['is no object', 'yes'],
    ['is null', null],
    ['says nothing', {}],
    ['says it with another type', { ...GOOD, active: 'true' }],
  ])('judges nothing by an answer that %s', async (_what, said) => {
    answer = () => said;
    expect(await outcomeOf('t')).toBe('unavailable');
  });

  it('asks about a good token once a minute', async () => {
    await Promise.all([outcomeOf('t'), outcomeOf('t'), outcomeOf('t')]);
    later(59);
    expect(await outcomeOf('t')).toBe('proven');
    expect(asked).toHaveLength(1);
    later(1);
    answer = () => ({ active: false });
    expect(await outcomeOf('t')).toBe('refused');
    expect(asked).toHaveLength(2);
  });

  it('does not remember a token beyond its end', async () => {
    answer = () => ({ ...GOOD, exp: START_S + 10 });
    await outcomeOf('t');
    later(10);
    answer = () => ({ active: false });
    expect(await outcomeOf('t')).toBe('refused');
  });

  it('asks about a bad token again after a few seconds, and about others at once', async () => {
    answer = (token) => (token === 'good' ? GOOD : { active: false });
    expect(await outcomeOf('bad')).toBe('refused');
    expect(await outcomeOf('bad')).toBe('refused');
    expect(await outcomeOf('good')).toBe('proven');
    expect(asked).toHaveLength(2);
    later(3);
    await outcomeOf('bad');
    expect(asked).toHaveLength(3);
  });

  it('remembers no token itself, and of made-up ones not more than the last ten thousand', async () => {
    expect(await outcomeOf('the-good-token')).toBe('proven');
    answer = () => ({ active: false });
    for (let index = 0; index <= 10_000; index += 1) {
      await verifier.verify(`made-up-${index}`);
    }
    const before = asked.length;
    await verifier.verify('made-up-1');
    await verifier.verify('the-good-token');
    expect(asked).toHaveLength(before);
    await verifier.verify('made-up-0');
    expect(asked).toHaveLength(before + 1);
    const { bad, good } = verifier as unknown as Record<string, { byDigest: Map<string, unknown> }>;
    expect(bad?.byDigest.size).toBe(10_000);
    expect(JSON.stringify([...good!.byDigest, ...bad!.byDigest])).not.toMatch(/made-up|the-good-token/);
  });

  it('is never open while the issuer is away, asks it now and then, and goes on with what it knows', async () => {
    await outcomeOf('known');
    answer = () => {
      throw new Error('away');
    };
    expect(await outcomeOf('new')).toBe('unavailable');
    expect(await outcomeOf('new')).toBe('unavailable');
    expect(await outcomeOf('other')).toBe('unavailable');
    expect(await outcomeOf('known')).toBe('proven');
    expect(asked).toHaveLength(2);
    later(1);
    await Promise.all([outcomeOf('new'), outcomeOf('other'), outcomeOf('third')]);
    expect(asked).toHaveLength(3);
    later(1);
    answer = () => GOOD;
    expect(await outcomeOf('new')).toBe('proven');
    expect(await Promise.all([outcomeOf('other'), outcomeOf('third')])).toEqual(['proven', 'proven']);
  });

  it('does not let questions heap up at an issuer that is slow', async () => {
    let release = (_: unknown): void => undefined;
    const slow = new Promise((resolve) => (release = resolve));
    answer = () => slow;
    const outcomes = Promise.all(Array.from({ length: 101 }, (_, index) => outcomeOf(`t${index}`)));
    release(GOOD);
    expect((await outcomes).filter((outcome) => outcome === 'unavailable')).toHaveLength(1);
    expect(asked).toHaveLength(100);
  });

  it('shows its issuer no JWT of another', async () => {
    const payload = Buffer.from(JSON.stringify({ iss: 'https://other.example' })).toString('base64url');
    expect(await outcomeOf(`e30.${payload}.c2ln`)).toBe('refused');
    expect(asked).toHaveLength(0);
  });
});
