import { describe, expect, it } from 'vitest';
import type { SchemeOptions } from '../../options/security/scheme-options.js';
import type { SecurityOptions } from '../../options/security/security-options.js';
import { resourceMetadata } from './resource-metadata.js';
import { declareSecurity } from './security-declaration.js';

const tokens = { jwt: { issuer: 'https://login.example', audience: 'agent' } };
const OAUTH: SchemeOptions = {
  type: 'oauth2',
  flow: { clientCredentials: { tokenUrl: 'https://login.example/token', scopes: { 'dice:roll': 'Roll' } } },
  metadataUrl: 'https://login.example/.well-known/oauth-authorization-server',
  tokens,
};
const OIDC: SchemeOptions = { type: 'openIdConnect', url: 'https://login.example/.well-known/x', tokens };
const introspection = {
  endpoint: 'https://login.example/introspect',
  issuer: 'https://opaque.example',
  audience: 'agent',
  client: { id: 'agent', secret: 'not-on-the-card' },
};
const OPAQUE: SchemeOptions = { type: 'http', scheme: 'Bearer', tokens: { introspection } };
const KEY: SchemeOptions = {
  type: 'apiKey',
  location: 'header',
  name: 'X-API-Key',
  keys: [{ sha256: 'a'.repeat(64), subject: 'team' }],
};
const withScheme = (scheme: SchemeOptions): SecurityOptions => ({
  schemes: { one: scheme },
  requirements: [{ one: [] }],
});
const SIGNED: SchemeOptions = {
  type: 'http',
  scheme: 'Signature',
  keys: [{ keyId: 'a', subject: 'team', algorithm: 'hmac-sha256', secret: 'A'.repeat(43) }],
};

describe('declareSecurity', () => {
  it('SD-014 puts on the card what is enforced, and nothing of how it is checked', () => {
    const schemes = { oauth: OAUTH, oidc: OIDC, key: KEY };
    const { card } = declareSecurity({
      security: { schemes, requirements: [{ oauth: ['dice:roll'] }, { oidc: [], key: [] }, {}] },
    });
    expect(card).toEqual({
      securitySchemes: {
        oauth: {
          oauth2SecurityScheme: {
            flows: {
              clientCredentials: {
                tokenUrl: 'https://login.example/token',
                scopes: { 'dice:roll': 'Roll' },
              },
            },
            oauth2MetadataUrl: 'https://login.example/.well-known/oauth-authorization-server',
          },
        },
        oidc: { openIdConnectSecurityScheme: { openIdConnectUrl: 'https://login.example/.well-known/x' } },
        key: { apiKeySecurityScheme: { location: 'header', name: 'X-API-Key' } },
      },
      securityRequirements: [
        { schemes: { oauth: { list: ['dice:roll'] } } },
        { schemes: { oidc: { list: [] }, key: { list: [] } } },
        { schemes: {} },
      ],
    });
    expect(JSON.stringify(card)).not.toContain('aaaa');
  });

  it('SD-109 says JWT only of tokens that are JWTs, and who is asked about others in the resource metadata', () => {
    const jwt: SchemeOptions = { type: 'http', scheme: 'Bearer', tokens };
    const declaration = declareSecurity({
      security: { schemes: { jwt, opaque: OPAQUE }, requirements: [{}] },
    });
    expect(declaration.card.securitySchemes).toEqual({
      jwt: { httpAuthSecurityScheme: { scheme: 'Bearer', bearerFormat: 'JWT' } },
      opaque: { httpAuthSecurityScheme: { scheme: 'Bearer' } },
    });
    expect(resourceMetadata(declaration, 'https://agent.example', [])).toMatchObject({
      authorization_servers: ['https://login.example', 'https://opaque.example'],
    });
  });

  it('SD-107 tells on the card all that a caller must know to sign, and no key', () => {
    const { card } = declareSecurity({
      security: withScheme({ ...SIGNED, description: 'Ask us for a key.' }),
    });
    expect(card.securitySchemes).toEqual({
      one: { httpAuthSecurityScheme: { scheme: 'Signature', description: expect.any(String) } },
    });
    const told = JSON.stringify(card);
    const words =
      'Ask us for a key. Sign|@method|@target-uri|content-digest|content-type|a2a-version|authorization|created|' +
      'expires|300|keyid|nonce|RFC 9421|RFC 9530|sha-256 or sha-512|hmac-sha256|ed25519|ecdsa-p256-sha256';
    for (const word of words.split('|')) {
      expect(told).toContain(word);
    }
    expect(told).not.toMatch(/AAAA/);
  });

  it('declares nothing where nothing is set', () => {
    const declaration = declareSecurity({});
    expect(declaration.card).toEqual({});
    expect(resourceMetadata(declaration, 'https://agent.example/here', [])).toBeUndefined();
  });

  it('O-2 says in the resource metadata what the card says (RFC 9728)', () => {
    const declaration = declareSecurity({
      security: { schemes: { oauth: OAUTH, oidc: OIDC, key: KEY }, requirements: [{ oidc: ['review'] }] },
    });
    expect(resourceMetadata(declaration, 'https://agent.example/here', [])).toEqual({
      resource: 'https://agent.example',
      authorization_servers: ['https://login.example'],
      scopes_supported: ['dice:roll', 'review'],
      bearer_methods_supported: ['header'],
    });
  });

  it.each<[string, SecurityOptions]>([
    ['requirements: there are none', { schemes: { one: KEY }, requirements: [] }],
    ['requirements[0].two: there is no scheme two', { schemes: { one: KEY }, requirements: [{ two: [] }] }],
    ['only schemes of the types oauth2 and', { schemes: { one: KEY }, requirements: [{ one: ['x'] }] }],
    ['its flow lists no scope x', { schemes: { one: OAUTH }, requirements: [{ one: ['x'] }] }],
    ['"a b" is no scope', { schemes: { one: OIDC }, requirements: [{ one: ['a b'] }] }],
    [
      'tokens.jwt.issuer must be an https',
      withScheme({ ...OIDC, tokens: { jwt: { ...tokens.jwt, issuer: 'http://a.example' } } }),
    ],
    [
      'tokens.jwt.audience is empty',
      withScheme({ ...OIDC, tokens: { jwt: { ...tokens.jwt, audience: [] } } }),
    ],
    [
      'tokens.jwt.jwksUri must be',
      withScheme({ ...OIDC, tokens: { jwt: { ...tokens.jwt, jwksUri: 'ftp://x' } } }),
    ],
    [
      'HS256 is none of',
      withScheme({ ...OIDC, tokens: { jwt: { ...tokens.jwt, algorithms: ['HS256' as 'RS256'] } } }),
    ],
    ...Object.entries({
      'tokens.introspection.endpoint must be an https': { endpoint: 'http://login.example/introspect' },
      'tokens.introspection.issuer must be an https': { issuer: '' },
      'tokens.introspection.audience is empty': { audience: '' },
      'tokens.introspection.client needs an id and a secret': { client: { id: 'agent', secret: '' } },
    }).map(([message, wrong]): [string, SecurityOptions] => [
      message,
      withScheme({ ...OPAQUE, tokens: { introspection: { ...introspection, ...wrong } } }),
    ]),
    ['either jwt or introspection', withScheme({ ...OPAQUE, tokens: { ...tokens, introspection } })],
    ['either jwt or introspection', withScheme({ ...OPAQUE, tokens: {} as never })],
    ['url must be an https', withScheme({ ...OIDC, url: 'login.example' })],
    [
      'flow.clientCredentials.tokenUrl must be',
      withScheme({ ...OAUTH, flow: { clientCredentials: { tokenUrl: 'x', scopes: {} } } }),
    ],
    ['flow must be exactly one', withScheme({ ...OAUTH, flow: {} as never })],
    ['name must be a word', withScheme({ ...KEY, name: 'a b' })],
    ['is the place of other credentials', withScheme({ ...KEY, name: 'Authorization' })],
    ['keys: there are none', withScheme({ ...KEY, keys: [] })],
    ['schemes.one: keys: there are none', withScheme({ ...SIGNED, keys: [] })],
    ['only schemes of the types oauth2', { schemes: { one: SIGNED }, requirements: [{ one: ['x'] }] }],
    ['never the key itself', withScheme({ ...KEY, keys: [{ sha256: 'secret', subject: 'a' }] })],
    [
      'a hash is there twice',
      withScheme({ ...KEY, keys: [1, 2].map(() => ({ sha256: 'b'.repeat(64), subject: 'a' })) }),
    ],
  ])('refuses what can not be enforced: %s', (message, security) => {
    expect(() => declareSecurity({ security })).toThrow(message);
  });

  it('refuses two declarations', () => {
    const both = { oauth: tokens.jwt, security: withScheme(KEY) };
    expect(() => declareSecurity(both)).toThrow('oauth and security are both set');
  });
});
