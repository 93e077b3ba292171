import { describe, expect, it } from 'vitest';
import { lintCard } from '../lint-card.js';
import { brokenBy, brokenRules } from '../testing/broken-rules.js';
import { cardFixture, edited } from '../testing/card-fixtures.js';
import { quoted } from './quoted.js';

// Written in pieces, so that nobody's scanner takes this file for one that holds secrets.
const JWT = ['eyJhbGciOiJSUzI1NiJ9', 'eyJzdWIiOiJhZ2VudCJ9', 'c2lnbmF0dXJlLW9mLXRoZS10b2tlbg'].join('.');
const PEM = ['-----BEGIN', 'PRIVATE KEY-----\nMIIEvQIBADANBgkqhkiG9w0\n-----END', 'PRIVATE KEY-----'].join(
  ' ',
);

const SECRETS: [string, string][] = [
  ['a JWT', JWT],
  ['a bearer JWT', `Bearer ${JWT}`],
  ['a part of a bearer JWT', 'Bearer eyJhbGciOiJSUzI1NiJ9'],
  ['an opaque bearer token', 'Authorization: bearer 8c2f1e9ab47d4b0f'],
  ['a bearer token that is a UUID', 'Bearer 6f1c2e9a-3b7d-4e5f-8a9b-0c1d2e3f4a5b'],
  ['basic credentials', `Basic ${Buffer.from('agent:hunter2').toString('base64')}`],
  ['a key of a service', `sk-${'a1B2'.repeat(8)}`],
  ['a project key', `sk-proj-${'Ab3_'.repeat(3)}${'Ab3'.repeat(9)}`],
  ['a key of letters only', `sk-${'abcdefghijkl'.repeat(3)}`],
  ['a live key', ['sk', 'live', '4eC39HqLyjWDarjtT1'].join('_')],
  ['an id of AWS', `AKIA${'Q3EGRTZ5'.repeat(2)}`],
  ['a temporary id of AWS', `key ASIA${'Q3EGRTZ5'.repeat(2)}.`],
  ['a token of GitHub', `ghp_${'a1B2c3'.repeat(6)}`],
  ['a fine-grained token of GitHub', `github_pat_${'11ABCDEFG0'.repeat(3)}`],
  ['a token of GitLab', `glpat-${'x1Y2z3'.repeat(4)}`],
  ['a token of Slack', `xoxb-${'1234567890-'.repeat(2)}abc`],
  ['a key of Google', `AIza${'Sy1_-'.repeat(7)}`],
  ['a token of npm', `npm_${'a1B2c3'.repeat(6)}`],
  ['a private key', PEM],
  ['an RSA key', PEM.replaceAll('PRIVATE', 'RSA PRIVATE')],
  ['an encrypted key', PEM.replaceAll('PRIVATE', 'ENCRYPTED PRIVATE')],
  ['a PGP key', '-----BEGIN PGP PRIVATE KEY BLOCK-----\n\nlQOYBGY2xqIBCADb'],
  ['a password in a text', 'Server=db;User=agent;Password=hunter2;'],
  ['a password after a colon', 'password: hunter2secret'],
  ['a password with spaces and quotes', 'password = "hunter2secret"'],
  ['a password in JSON', '{"password":"hunter2secret"}'],
  ['a key by a longer name', 'aws_secret_access_key=wJalrXUtnFEMI7K7MDENG'],
  ['a webhook', 'https://hooks.slack.com/services/T0123ABCD/B0123ABCD/abcdefghij0123456789'],
  ['a token of Slack for apps', 'xapp-1-A0123456789-0123456789'],
  ['a key that signs webhooks', 'whsec_9f8e7d6c5b4a39281706f5e4'],
  ['a key in an URL', 'https://api.example.com/v1?api_key=9f8e7d6c5b'],
  ['a signature in an URL', 'https://blobs.example.com/v1?sig=9f8e7d6c5b4a39281706f5e4d3c2b1a0'],
];

const HARMLESS = [
  'Asks for your password once, then gives you a token.',
  'Bearer authentication',
  'Send an Authorization header with a Bearer token: Bearer <token>',
  'Use bearer authorization/authentication, Basic authentication or Basic auth',
  'https://login.example.com/oauth/token?audience=agents',
  'password=<your password>, token=${TOKEN}, secret=*****',
  'sk-learn-classification-of-texts, and risk-assessment-of-portfolios',
  'Writes eyJ at the start of every token',
  'AKIA is how ids of AWS begin, such as AKIAIOSFODNN7EXAMPLE',
  'Detects -----BEGIN RSA PRIVATE KEY----- blocks',
  'Set password=YOUR_PASSWORD1, and api_key=xxxxx1',
  'A context of token=128000',
  'Token: base64-encoded, signed with RS256; secret: see vault2',
  'sk-learn-compatible-estimators2024release',
  '-----BEGIN PUBLIC KEY-----\nMIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8A\n-----END PUBLIC KEY-----',
  'Task 6f1c2e9a-3b7d-4e5f-8a9b-0c1d2e3f4a5b, commit 9fceb02d0ae598e95dc970b74767f19372d61af8',
  'ghp_ and github_pat_ are prefixes of tokens',
  'sha256-9fceb02d0ae598e95dc970b74767f19372d61af8',
  'The tokenizer counts maxTokens=4096',
];

describe('secret', () => {
  it.each(SECRETS)('SD-020 finds %s, anywhere, and does not tell it', (_, secret) => {
    for (const [pointer, value] of [
      ['/description', `Call it so: ${secret}`],
      ['/skills/0/examples/0', secret],
      ['/capabilities/extensions/0/params/deep', [{ note: secret }]],
      ['/x-unknown', secret],
    ] as const) {
      const card = edited(cardFixture('complete'), [pointer, value]);
      const findings = lintCard(card, { environment: 'development' }).filter(({ rule }) => rule === 'secret');
      expect(findings).toHaveLength(1);
      expect(findings[0]?.pointer.startsWith(pointer)).toBe(true);
      expect(findings[0]?.severity).toBe('error');
      expect(JSON.stringify(findings)).not.toContain(secret.split(/[\s=;]+/).at(-1) || secret);
    }
  });

  it.each(HARMLESS)('SD-020 lets pass: %s', (text) => {
    expect(brokenBy(['/description', text], ['/capabilities/extensions/0/params/note', text])).toEqual([]);
  });

  it.each([
    ['password', 'a'],
    ['db_password', 'correct horse battery staple'],
    ['adminPasswd', 'x1'],
    ['pwd', 'abc'],
    ['pin-passphrase', 'open sesame'],
    ['clientSecret', 'abcdef'],
    ['password', 12345],
    ['apiKey', 'abcdefgh'],
    ['X-API-Key', 'abcdefgh'],
    ['secret_access_key', 'abcdefgh'],
    ['accessToken', 'opaque-token'],
    ['token', 'opaque-token'],
    ['connectionString', 'Server=db;User=sa'],
    ['Authorization', 'Bearer abcdefgh'],
  ])('SD-020 takes a member %j with the value %j for a secret', (name, value) => {
    const pointer = `/capabilities/extensions/0/params/${name}`;
    expect(brokenBy([pointer, value])).toEqual([`secret ${pointer}`]);
  });

  it.each([
    ['password', ''],
    ['password', '<your password>'],
    ['password', '${PASSWORD}'],
    ['password', '********'],
    ['password', 'string'],
    ['password', true],
    ['password', { type: 'string' }],
    ['passwordReset', 'https://login.example.com/reset'],
    ['secret', 'https://vault.example.com/keys'],
    ['tokenUrl', 'https://login.example.com/token'],
    ['tokenEndpoint', 'https://login.example.com/token'],
    ['tokenType', 'Bearer-JWT-token'],
    ['apiKey', 'header'],
    ['token', 'JWT'],
    ['token', 1234567890],
    ['authorization', 'Bearer'],
    ['authorization', 'by the front desk'],
    ['publicKey', 'MCowBQYDK2VwAyEAGb9ECWmEzf6FQbrBZ9w7lshQhqowtrbLDFw4rXAxZuE'],
    ['keys', 'abcdefgh'],
  ])('SD-020 lets a member %j with the value %j pass', (name, value) => {
    expect(brokenBy([`/capabilities/extensions/0/params/${name}`, value])).toEqual([]);
  });

  it('SD-020 takes the names of scopes for names', () => {
    const scopes = '/securitySchemes/customer/oauth2SecurityScheme/flows/authorizationCode/scopes';
    expect(
      brokenBy([`${scopes}/token`, 'Make tokens of your own'], [`${scopes}/client_secret`, 'Change it']),
    ).toEqual([]);
  });

  it('SD-020 finds the private part of a JSON Web Key, and lets its public one pass', () => {
    const jwk = { kty: 'EC', crv: 'P-256', kid: 'k', x: 'Gb9ECWmEzf6FQbrBZ9w7', y: 'lshQhqowtrbLDFw4rXAx' };
    expect(brokenBy(['/signatures/0/header/jwk', jwk])).toEqual([]);
    expect(brokenBy(['/signatures/0/header/jwk', { ...jwk, d: 'jpsQnnGQmL-YBIffH1136' }])).toEqual([
      'secret /signatures/0/header/jwk/d',
    ]);
    expect(brokenBy(['/x-keys', [{ kty: 'oct', k: 'AyM1SysPpbyDfgZld3umj1qzKObwVMkoqQ' }]])).toEqual([
      'secret /x-keys/0/k',
    ]);
    expect(brokenBy(['/x-vector', { d: 'down', k: 'left' }])).toEqual([]);
  });

  it('SD-020 does not tell a secret that stands in a name, in a pointer or in the message of another rule', () => {
    const key = `ghp_${'a1B2c3'.repeat(6)}`;
    const card = edited(
      cardFixture('complete'),
      [`/securitySchemes/${key}`, { x: [{ password: 'p' }] }],
      ['/securityRequirements/0/schemes', { [`${key}x`]: { list: [key] } }],
      ['/version', key],
      ['/skills/0/inputModes', [key]],
      ['/supportedInterfaces/0/url', `https://${key}@10.0.0.1/`],
      ['/supportedInterfaces/1/protocolBinding', key],
    );
    const findings = lintCard(card, { environment: 'production' });
    expect(findings.map(({ rule }) => rule)).toEqual(
      expect.arrayContaining([
        'secret',
        'url-credentials',
        'one-scheme-kind',
        'unknown-scheme',
        'version',
        'media-type',
        'unknown-binding',
        'internal-address',
      ]),
    );
    expect(JSON.stringify(findings)).not.toMatch(/a1B2c3/);
  });

  it('takes signatures for what they are', () => {
    expect(
      brokenBy(['/signatures/0/signature', `AKIA${'A'.repeat(82)}`], ['/signatures/0/header/kid2', 'k']),
    ).toEqual([]);
  });

  it.each(['eyJ', 'sk-', 'Bearer ', 'token=', 'a://', 'password=x', 'AKIA', 'a.', '://', '-----BEGIN '])(
    'takes no longer for a text that almost is one: %j',
    (piece) => {
      const startedAt = performance.now();
      brokenRules({ text: piece.repeat(Math.floor(3_900_000 / piece.length)) });
      // Were it quadratic, it would take hours.
      expect(performance.now() - startedAt).toBeLessThan(20_000);
    },
  );
});

describe('url-credentials', () => {
  it.each([
    ['/documentationUrl', 'https://user:pw@docs.example.com/'],
    ['/documentationUrl', 'https://user@docs.example.com/'],
    ['/capabilities/extensions/0/params/store', 'postgres://agent:pw@db.example.com/agent'],
    ['/description', 'Stores it at redis://:pw@cache.example.com:6379, always.'],
  ])('SD-020 finds them in %s', (pointer, value) => {
    expect(brokenBy([pointer, value])).toEqual([`url-credentials ${pointer}`]);
  });

  it.each([
    'https://docs.example.com/@team/agent:1',
    'ssh://git@git.example.com/agent.git',
    'mailto:agent@example.com',
    'Write to agent@example.com: it answers.',
  ])('SD-020 lets pass: %s', (value) => {
    expect(brokenBy(['/capabilities/extensions/0/params/contact', value])).toEqual([]);
  });
});

describe('quoted', () => {
  it('is short, in one line and without secrets', () => {
    expect(quoted('a\n"b"')).toBe('"a\\n\\"b\\""');
    expect(quoted('x'.repeat(5_000))).toBe(`"${'x'.repeat(80)}…"`);
    expect(quoted(`see ghp_${'a1B2c3'.repeat(6)}!`)).toBe('"see [secret]!"');
  });
});
