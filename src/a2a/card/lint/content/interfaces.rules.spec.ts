import { describe, expect, it } from 'vitest';
import { lintCard } from '../lint-card.js';
import { brokenBy, brokenRules } from '../testing/broken-rules.js';
import { cardFixture, edited } from '../testing/card-fixtures.js';

const FIRST = '/supportedInterfaces/0';

describe('interface-url', () => {
  it.each([
    '/a2a/jsonrpc',
    'agents.example.com/a2a',
    '//agents.example.com/a2a',
    'https://',
    'ftp://a.example/',
    'agents.example.com:443',
  ])('SD-006 %j is no address of JSON-RPC', (url) => {
    expect(brokenBy([`${FIRST}/url`, url])).toEqual([`interface-url ${FIRST}/url`]);
  });

  it.each(['agents.example.com', '/a2a', 'agents.example.com:', 'agents.example.com:443/a2a'])(
    'SD-006 %j is no address of gRPC',
    (url) => {
      expect(brokenBy(['/supportedInterfaces/2/url', url])).toEqual([
        'interface-url /supportedInterfaces/2/url',
      ]);
    },
  );

  it.each([
    'agents.example.com:443',
    'https://agents.example.com',
    'grpcs://agents.example.com:443',
    'dns:///agents.example.com:443',
  ])('SD-006 %j is an address of gRPC', (url) => {
    expect(brokenBy(['/supportedInterfaces/2/url', url])).toEqual([]);
  });

  it('SD-006 takes an absolute URL, of any scheme for a binding of its own', () => {
    expect(
      brokenBy(
        [`${FIRST}/url`, 'https://agents.example.com'],
        ['/supportedInterfaces/3/url', 'wss://agents.example.com/x'],
      ),
    ).toEqual([]);
  });
});

describe('protocol-version', () => {
  it.each(['1', 'v1.0', 'one', '1.x', '1.', '2025-06-18'])('SD-006 A-8 %j is no version', (version) => {
    expect(brokenBy([`${FIRST}/protocolVersion`, version])).toEqual([
      `protocol-version ${FIRST}/protocolVersion`,
    ]);
  });

  it.each(['1.0', '0.3', '12.34'])('A-8 %j is one', (version) => {
    expect(brokenBy([`${FIRST}/protocolVersion`, version])).toEqual([]);
  });

  it.each(['1.0.0', '1.0.1', '0.3.0', '1.0.x'])(
    'A-8 %j says more than versions of interfaces do',
    (version) => {
      expect(brokenBy([`${FIRST}/protocolVersion`, version])).toEqual([
        `protocol-version-patch ${FIRST}/protocolVersion`,
      ]);
    },
  );
});

describe('unknown-binding', () => {
  it.each([
    ['jsonrpc', /Write "JSONRPC"/],
    ['HTTP-JSON', /Write "HTTP\+JSON"/],
    ['REST', /by a URI/],
  ])('C7 A-7 %j is none that clients know', (binding, advice) => {
    const findings = lintCard(edited(cardFixture('complete'), [`${FIRST}/protocolBinding`, binding]), {
      environment: 'production',
    });
    expect(findings).toEqual([
      {
        rule: 'unknown-binding',
        severity: 'warning',
        pointer: `${FIRST}/protocolBinding`,
        message: expect.stringMatching(advice) as string,
      },
    ]);
  });

  it.each(['HTTP+JSON', 'GRPC', 'https://example.com/bindings/x/v1', 'urn:example:binding'])(
    'C7 A-7 %j is one',
    (binding) => {
      expect(brokenBy([`${FIRST}/protocolBinding`, binding])).toEqual([]);
    },
  );
});

describe('duplicate-interface', () => {
  const {
    supportedInterfaces: [first],
  } = cardFixture('complete') as { supportedInterfaces: [object] };

  it('A-5 finds an interface that is listed twice', () => {
    expect(brokenBy(['/supportedInterfaces/4', first])).toEqual([
      'duplicate-interface /supportedInterfaces/4',
    ]);
  });

  it.each([
    ['tenant', 'other'],
    ['url', 'https://backup.example.com/jsonrpc'],
    ['protocolVersion', '1.1'],
    ['protocolBinding', 'HTTP+JSON'],
  ])('A-5 BC-34 lets the same one with another %s pass', (name, value) => {
    expect(brokenBy(['/supportedInterfaces/4', { ...first, [name]: value }])).toEqual([]);
  });
});

describe('other-origin', () => {
  it('BC-31 BC-36 finds interfaces that are elsewhere, if it is known where the agent is', () => {
    const card = cardFixture('complete');
    expect(brokenRules(card, { expectedOrigin: 'https://agents.example.com' })).toEqual([]);
    expect(brokenRules(card, { expectedOrigin: 'https://agents.example.com:8443' })).toEqual([
      'other-origin /supportedInterfaces/0/url',
      'other-origin /supportedInterfaces/1/url',
    ]);
    expect(brokenRules(card, { expectedOrigin: 'https://example.com' })).toEqual([
      'other-origin /supportedInterfaces/0/url',
      'other-origin /supportedInterfaces/1/url',
      'other-origin /supportedInterfaces/2/url',
      'other-origin /supportedInterfaces/3/url',
    ]);
  });

  it('needs an URL to compare with', () => {
    expect(() =>
      lintCard(cardFixture('complete'), { environment: 'production', expectedOrigin: 'agents' }),
    ).toThrow(TypeError);
  });
});
