import { describe, expect, it } from 'vitest';
import { brokenBy, brokenRules } from '../testing/broken-rules.js';
import { cardFixture, edited } from '../testing/card-fixtures.js';

const FLOW = '/securitySchemes/customer/oauth2SecurityScheme/flows/authorizationCode';

describe('plain-http', () => {
  it.each([
    '/supportedInterfaces/0/url',
    '/supportedInterfaces/1/url',
    `${FLOW}/authorizationUrl`,
    `${FLOW}/tokenUrl`,
    '/securitySchemes/customer/oauth2SecurityScheme/oauth2MetadataUrl',
    '/securitySchemes/staff/openIdConnectSecurityScheme/openIdConnectUrl',
  ])('SD-006 A-2 finds it at %s, in production', (pointer) => {
    const card = edited(cardFixture('complete'), [pointer, 'http://agents.example.com/x']);
    expect(brokenRules(card)).toEqual([`plain-http ${pointer}`]);
    expect(brokenRules(card, { environment: 'development' })).toEqual([]);
  });

  it('A-2 lets links for people pass', () => {
    expect(
      brokenBy(
        ['/provider/url', 'http://post.example.com'],
        ['/supportedInterfaces/2/url', 'agents.example.com:80'],
      ),
    ).toEqual([]);
  });
});

describe('security-url', () => {
  it.each([
    `${FLOW}/tokenUrl`,
    `${FLOW}/refreshUrl`,
    '/securitySchemes/staff/openIdConnectSecurityScheme/openIdConnectUrl',
  ])('SD-014 %s is an absolute URL', (pointer) => {
    expect(brokenBy([pointer, '/token'])).toEqual([`security-url ${pointer}`]);
    expect(brokenBy([pointer, 'login.example.com'])).toEqual([`security-url ${pointer}`]);
    expect(brokenBy([pointer, 'HTTPS://login.example.com'])).toEqual([]);
  });
});

describe('link', () => {
  it.each(['/provider/url', '/documentationUrl', '/iconUrl'])('SD-016 %s is an absolute URL', (pointer) => {
    expect(brokenBy([pointer, 'post.example.com'])).toEqual([`link ${pointer}`]);
    expect(brokenBy([pointer, 'javascript:alert(1)'])).toEqual([`link ${pointer}`]);
    expect(brokenBy([pointer, 'http://post.example.com'])).toEqual([]);
  });

  it('takes an icon that stands in the card', () => {
    expect(brokenBy(['/iconUrl', 'data:image/svg+xml;base64,PHN2Zy8+'])).toEqual([]);
    expect(brokenBy(['/documentationUrl', 'data:image/svg+xml;base64,PHN2Zy8+'])).toEqual([
      'link /documentationUrl',
    ]);
  });
});

describe('skill-without-tags', () => {
  it('SD-010 finds a skill that nobody finds', () => {
    expect(brokenBy(['/skills/0/tags', []])).toEqual(['skill-without-tags /skills/0/tags']);
    expect(brokenBy(['/skills/1/tags', [' ']])).toEqual(['skill-without-tags /skills/1/tags']);
    expect(brokenBy(['/skills/1/tags', ['one']])).toEqual([]);
  });
});

describe('skill-without-examples', () => {
  it('SD-010 finds a skill that shows nothing', () => {
    expect(brokenBy(['/skills/0/examples', undefined], ['/skills/1/examples', []])).toEqual([
      'skill-without-examples /skills/0/examples',
      'skill-without-examples /skills/1/examples',
    ]);
    expect(brokenBy(['/skills/0/examples', ['one']])).toEqual([]);
  });
});

describe('duplicate-skill', () => {
  it('SD-009 finds two skills of one id', () => {
    expect(brokenBy(['/skills/1/id', 'track'])).toEqual(['duplicate-skill /skills/1/id']);
    expect(brokenBy(['/skills/1/id', 'Track'])).toEqual([]);
    expect(brokenBy(['/skills/0/id', '__proto__'], ['/skills/1/id', 'constructor'])).toEqual([]);
  });
});

describe('skill-schema', () => {
  it.each(['inputSchema', 'outputSchema', 'input_schema', 'parameters'])(
    'SD-057 finds %s on a skill',
    (name) => {
      expect(brokenBy([`/skills/0/${name}`, { type: 'object' }])).toEqual([`skill-schema /skills/0/${name}`]);
    },
  );

  it('SD-057 lets schemas elsewhere pass', () => {
    expect(
      brokenBy(['/capabilities/extensions/0/params/inputSchema', {}], ['/skills/0/inputSchema', null]),
    ).toEqual([]);
  });
});

describe('extension-uri', () => {
  it.each(['geo', 'https://example.com/a,b', 'https://example.com/é', 'https://example.com/a b'])(
    'H-1 %j is none',
    (uri) => {
      expect(brokenBy(['/capabilities/extensions/0/uri', uri])).toEqual([
        'extension-uri /capabilities/extensions/0/uri',
      ]);
    },
  );

  it.each(['urn:example:geo', 'https://example.com/extensions/geo/v1?x#y'])('H-1 %j is one', (uri) => {
    expect(brokenBy(['/capabilities/extensions/0/uri', uri])).toEqual([]);
  });
});

describe('duplicate-extension', () => {
  it('H-1 finds an extension that is declared twice', () => {
    const uri = 'https://example.com/extensions/tracing/v1';
    expect(brokenBy(['/capabilities/extensions/1', { uri }])).toEqual([
      'duplicate-extension /capabilities/extensions/1/uri',
    ]);
    expect(brokenBy(['/capabilities/extensions/1', { uri: `${uri}.1` }])).toEqual([]);
  });
});

describe('extended-card-without-security', () => {
  it('A-17 finds an extended card that nobody can authenticate for', () => {
    const dice = edited(cardFixture('dice-agent'), [
      '/supportedInterfaces/0/url',
      'https://dice.example.com',
    ]);
    expect(brokenRules(edited(dice, ['/capabilities/extendedAgentCard', true]))).toEqual([
      'extended-card-without-security /capabilities/extendedAgentCard',
    ]);
    expect(brokenRules(edited(dice, ['/capabilities/extendedAgentCard', false]))).toEqual([]);
  });
});

describe('malformed-signature', () => {
  const header = (parameters: unknown) => Buffer.from(JSON.stringify(parameters)).toString('base64url');

  it.each([
    ['no base64url', '{"alg":"ES256"}'],
    ['no JSON', 'QUJD'],
    ['a list', header(['ES256'])],
    ['without an algorithm', header({ kid: 'k' })],
    ['with no algorithm', header({ alg: 'none', kid: 'k' })],
    ['with a shared key', header({ alg: 'HS256', kid: 'k' })],
    ['without a key', header({ alg: 'ES256' })],
  ])('A-14 finds a header that is %s', (_, value) => {
    expect(brokenBy(['/signatures/0/protected', value])).toEqual([
      'malformed-signature /signatures/0/protected',
    ]);
  });

  it.each([
    ['no base64url', '***'],
    ['too short for its algorithm', 'QUJD'],
    ['padded', `${'A'.repeat(86)}==`],
    ['in DER', 'M'.repeat(95)],
  ])('A-15 finds a signature that is %s', (_, value) => {
    expect(brokenBy(['/signatures/0/signature', value])).toEqual([
      'malformed-signature /signatures/0/signature',
    ]);
  });

  it('A-14 finds a parameter that stands in both headers', () => {
    expect(brokenBy(['/signatures/0/header/kid', 'other'])).toEqual([
      'malformed-signature /signatures/0/header',
    ]);
  });

  it.each([
    [{ alg: 'EdDSA', kid: 'k' }, 64],
    [{ alg: 'RS256', kid: 'k', typ: 'JOSE' }, 256],
    [{ alg: 'constructor', kid: 'k' }, 3],
  ])('A-14 lets the header %j pass', (parameters, length) => {
    expect(
      brokenBy(
        ['/signatures/0/protected', header(parameters)],
        ['/signatures/0/signature', Buffer.alloc(length, 1).toString('base64url')],
      ),
    ).toEqual([]);
    expect(brokenBy(['/signatures', []])).toEqual([]);
  });
});
