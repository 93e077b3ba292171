import { describe, expect, it } from 'vitest';
import { lintCard } from '../lint-card.js';
import { brokenBy, brokenRules } from '../testing/broken-rules.js';
import { type CardEdit, cardFixture, edited } from '../testing/card-fixtures.js';

describe('dialect', () => {
  it.each(['tutorial', 'version-0.3', 'version-0.2'])('SD-007 C2 %s is no card of 1.0', (name) => {
    const [finding, ...others] = lintCard(cardFixture(name), { environment: 'development' });
    expect(finding).toMatchObject({ rule: 'dialect', severity: 'error', pointer: '' });
    expect(others.filter(({ rule }) => !rule.startsWith('internal-address'))).toEqual([]);
  });

  it.each([[[]], [null], ['<html>'], [7], [undefined]])('%j is no card at all', (document) => {
    expect(brokenRules(document)).toEqual(['dialect ']);
  });

  it('A-4 a card without supportedInterfaces is told about that too', () => {
    expect(brokenBy(['/supportedInterfaces', undefined])).toEqual([
      'dialect ',
      'missing-member /supportedInterfaces',
    ]);
    expect(brokenRules({})).toHaveLength(9);
  });
});

describe('legacy-member', () => {
  it('A-6 SD-007 names each member of 0.3 in a card of 1.0', () => {
    expect(brokenRules(cardFixture('both-dialects'))).toEqual(
      ['additionalInterfaces', 'preferredTransport', 'protocolVersion', 'url'].map(
        (one) => `legacy-member /${one}`,
      ),
    );
    expect(
      brokenBy(
        ['/supportsAuthenticatedExtendedCard', true],
        ['/security', [{ key: [] }]],
        ['/capabilities/stateTransitionHistory', false],
        ['/skills/1/security', []],
        ['/securitySchemes/key/type', 'apiKey'],
      ),
    ).toEqual([
      'legacy-member /capabilities/stateTransitionHistory',
      'legacy-member /security',
      'legacy-member /securitySchemes/key/type',
      'legacy-member /skills/1/security',
      'legacy-member /supportsAuthenticatedExtendedCard',
    ]);
  });

  it('Q-1 says nothing where clients of 0.3 are served too, nor of members that are unset', () => {
    const old: CardEdit = [
      '/supportedInterfaces/4',
      { url: 'https://agents.example.com/old', protocolBinding: 'JSONRPC', protocolVersion: '0.3' },
    ];
    expect(brokenBy(['/url', 'https://agents.example.com/old'], ['/protocolVersion', '0.3.0'], old)).toEqual(
      [],
    );
    expect(brokenBy(['/url', null])).toEqual([]);
  });
});

describe('missing-member', () => {
  it('C6 SD-006 names the five that the smallest card of seed 004 lacks', () => {
    const findings = lintCard(cardFixture('five-members-missing'), { environment: 'production' });
    const errors = findings.filter(({ severity }) => severity === 'error');
    expect(errors.map(({ rule, pointer }) => `${rule} ${pointer}`)).toEqual([
      'missing-member /defaultInputModes',
      'missing-member /defaultOutputModes',
      'missing-member /description',
      'missing-member /provider/url',
      'missing-member /skills/0/description',
    ]);
    expect(errors[0]?.message).toBe(
      '"defaultInputModes" is missing, and it is required (section 5.7). Add it.',
    );
  });

  it.each([
    '/name',
    '/description',
    '/version',
    '/capabilities',
    '/defaultInputModes',
    '/defaultOutputModes',
    '/skills',
    '/provider/organization',
    '/provider/url',
    '/supportedInterfaces/0/url',
    '/supportedInterfaces/1/protocolBinding',
    '/supportedInterfaces/2/protocolVersion',
    '/skills/0/id',
    '/skills/0/name',
    '/skills/1/description',
    '/skills/1/tags',
    '/capabilities/extensions/0/uri',
    '/securitySchemes/key/apiKeySecurityScheme/location',
    '/securitySchemes/bearer/httpAuthSecurityScheme/scheme',
    '/securitySchemes/staff/openIdConnectSecurityScheme/openIdConnectUrl',
    '/securitySchemes/partner/oauth2SecurityScheme/flows/clientCredentials/scopes',
    '/securitySchemes/partner/oauth2SecurityScheme/flows/clientCredentials/tokenUrl',
    '/securitySchemes/partner/oauth2SecurityScheme/flows',
    '/signatures/0/signature',
  ])('A-4 SD-006 %s is required, and null counts as missing', (pointer) => {
    expect(brokenBy([pointer, undefined])).toContain(`missing-member ${pointer}`);
    expect(brokenBy([pointer, null])).toContain(`missing-member ${pointer}`);
  });

  it('A-4 says nothing of what may be left out, null or empty', () => {
    expect(
      brokenRules(edited(cardFixture('dice-agent'), ['/provider', null], ['/securitySchemes', {}]), {
        environment: 'development',
      }),
    ).toEqual(['internal-address /supportedInterfaces/0/url']);
    expect(brokenBy(['/securityRequirements/3/schemes/bearer', {}], ['/skills/0/outputModes', null])).toEqual(
      [],
    );
    expect(brokenBy(['/skills', []], ['/capabilities/extensions', undefined])).toEqual([]);
  });
});

describe('wrong-type', () => {
  it.each([
    ['/name', 7],
    ['/skills', {}],
    ['/skills/0', 'track'],
    ['/skills/0', null],
    ['/skills/0/tags', 'parcels'],
    ['/skills/0/tags/0', 1],
    ['/capabilities', []],
    ['/capabilities/streaming', 'true'],
    ['/provider', 'Example Post'],
    ['/supportedInterfaces/0', null],
    ['/supportedInterfaces/0/protocolVersion', 1.0],
    ['/securitySchemes/key', 'X-API-Key'],
    ['/securitySchemes/key/apiKeySecurityScheme/location', 'body'],
    ['/securityRequirements/0/schemes', []],
    ['/securityRequirements/0/schemes/customer/list', 'parcels.read'],
    ['/capabilities/extensions/0/params', []],
    ['/signatures', {}],
  ])('A-4 %s is not %j', (pointer, value) => {
    expect(brokenBy([pointer, value])).toContain(`wrong-type ${pointer}`);
  });

  it('A-4 says what belongs there', () => {
    const card = edited(
      cardFixture('dice-agent'),
      ['/name', 7],
      ['/securitySchemes/k/apiKeySecurityScheme', { name: 'a', location: 'body' }],
    );
    const messages = lintCard(card, { environment: 'development' }).map(({ message }) => message);
    expect(messages).toContain('This must be a text (section 4.4). Correct it.');
    expect(messages).toContain('This must be one of "query", "header", "cookie" (section 4.4). Correct it.');
  });

  it('A-4 takes members that the protocol does not know', () => {
    expect(brokenBy(['/x-rating', 5], ['/skills/0/price', { free: true }])).toEqual([]);
  });
});

describe('empty-member', () => {
  it.each([
    ['/name', ''],
    ['/description', '  \n'],
    ['/version', ''],
    ['/supportedInterfaces', []],
    ['/defaultInputModes', []],
    ['/defaultOutputModes', []],
    ['/provider/organization', ''],
    ['/supportedInterfaces/0/url', ''],
    ['/supportedInterfaces/0/protocolBinding', ''],
    ['/supportedInterfaces/0/protocolVersion', ''],
    ['/skills/0/id', ''],
    ['/capabilities/extensions/0/uri', ''],
    ['/securitySchemes/key/apiKeySecurityScheme/name', ''],
    ['/securitySchemes/partner/oauth2SecurityScheme/flows/clientCredentials/tokenUrl', ''],
    ['/signatures/0/signature', ''],
  ])('A-4 SD-004 %s is not %j', (pointer, value) => {
    expect(brokenBy([pointer, value])).toEqual([`empty-member ${pointer}`]);
  });

  it('C10 BC-29 takes a card without public skills', () => {
    expect(brokenBy(['/skills', []])).toEqual([]);
  });
});
