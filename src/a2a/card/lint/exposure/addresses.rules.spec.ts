import { describe, expect, it } from 'vitest';
import { lintCard } from '../lint-card.js';
import { brokenBy, brokenRules } from '../testing/broken-rules.js';
import { cardFixture, edited } from '../testing/card-fixtures.js';

const INTERNAL = [
  'localhost',
  'LOCALHOST',
  'localhost.',
  'agent.localhost',
  'ｌｏｃａｌｈｏｓｔ',
  '127.0.0.1',
  '127.255.255.254',
  '127.1',
  '2130706433',
  '0x7f000001',
  '0177.0.0.1',
  '0.0.0.0',
  '10.0.0.5',
  '10.255.255.255',
  '0xa.1',
  '172.16.0.1',
  '172.31.255.255',
  '192.168.1.1',
  '169.254.169.254',
  '100.64.0.1',
  '100.127.255.255',
  '[::1]',
  '[::]',
  '[::ffff:10.0.0.5]',
  '[::ffff:a00:5]',
  '[0:0:0:0:0:ffff:7f00:1]',
  '[64:ff9b::10.0.0.5]',
  '[2002:a00:5::1]',
  '[fc00::1]',
  '[fd12:3456::1]',
  '[fe80::1]',
  'agent.internal',
  'metadata.google.internal',
  'printer.local',
  'agent.team.svc',
  'agent.team.svc.cluster.local',
  'nas.lan',
  'agent',
  'db-1',
];

const PUBLIC = [
  'agents.example.com',
  'example.com.',
  '8.8.8.8',
  '9.255.255.255',
  '11.0.0.1',
  '172.15.255.255',
  '172.32.0.1',
  '192.167.255.255',
  '169.253.0.1',
  '100.63.255.255',
  '100.128.0.1',
  '128.0.0.1',
  '[2606:4700::1111]',
  '[::ffff:8.8.8.8]',
  '[64:ff9b::808:808]',
  '[2002:808:808::1]',
  'internal.example.com',
  'localhost.example.com',
  'local.dev',
  'svc.example',
  '10.0.0.5.example.com',
  '例え.jp',
];

describe('internal-address', () => {
  it.each(INTERNAL)('SD-022 finds https://%s', (host) => {
    expect(brokenBy(['/supportedInterfaces/0/url', `https://${host}/a2a`])).toEqual([
      'internal-address /supportedInterfaces/0/url',
    ]);
  });

  it.each(PUBLIC)('SD-022 lets https://%s pass', (host) => {
    expect(brokenBy(['/supportedInterfaces/0/url', `https://${host}/a2a`])).toEqual([]);
  });

  it.each([
    '/provider/url',
    '/documentationUrl',
    '/iconUrl',
    '/securitySchemes/customer/oauth2SecurityScheme/flows/authorizationCode/authorizationUrl',
    '/securitySchemes/customer/oauth2SecurityScheme/flows/authorizationCode/tokenUrl',
    '/securitySchemes/customer/oauth2SecurityScheme/flows/authorizationCode/refreshUrl',
    '/securitySchemes/customer/oauth2SecurityScheme/oauth2MetadataUrl',
    '/securitySchemes/staff/openIdConnectSecurityScheme/openIdConnectUrl',
    '/capabilities/extensions/0/uri',
    '/capabilities/extensions/0/params/endpoint',
    '/signatures/0/header/keys',
  ])('SD-022 finds one at %s', (pointer) => {
    expect(brokenBy([pointer, 'https://10.0.0.5/x'])).toEqual([`internal-address ${pointer}`]);
  });

  it.each([
    ['host:port', 'agent:50051'],
    ['an address and a port', '10.0.0.5:50051'],
    ['a number and a port', '0x0a000005:443'],
    ['an URL', 'grpcs://0x0a000005:443'],
  ])('SD-022 finds one in the %s of an interface of gRPC', (_, url) => {
    expect(brokenBy(['/supportedInterfaces/2/url', url])).toEqual([
      'internal-address /supportedInterfaces/2/url',
    ]);
  });

  it('SD-017 SD-022 the card of seed 000 has a warning in development, and errors in production', () => {
    const dice = cardFixture('dice-agent');
    expect(lintCard(dice, { environment: 'development' })).toEqual([
      {
        rule: 'internal-address',
        severity: 'warning',
        pointer: '/supportedInterfaces/0/url',
        message: expect.stringMatching(
          /"localhost" is the machine itself\. Put the public address here/,
        ) as string,
      },
    ]);
    const findings = lintCard(dice, { environment: 'production' });
    expect(findings.map(({ rule, severity }) => [rule, severity])).toEqual([
      ['internal-address', 'error'],
      ['plain-http', 'error'],
    ]);
    const published = edited(dice, ['/supportedInterfaces/0/url', 'https://dice.example.com/']);
    expect(lintCard(published, { environment: 'production' })).toEqual([]);
  });

  it('SD-022 finds one of any scheme, but only warns of what people read', () => {
    expect(brokenBy(['/capabilities/extensions/0/params/store', 'postgres://10.0.0.5/tasks'])).toEqual([
      'internal-address /capabilities/extensions/0/params/store',
    ]);
    expect(brokenBy(['/skills/0/examples/0', 'http://localhost:3000'])).toEqual([
      'internal-address-in-text /skills/0/examples/0',
    ]);
  });

  it('SD-022 finds one in a card of another dialect', () => {
    expect(brokenRules(cardFixture('tutorial'))).toEqual(['dialect ', 'internal-address /endpoints/tasks']);
  });

  it('SD-022 takes no other words for addresses', () => {
    expect(
      brokenBy(
        ['/name', 'localhost'],
        ['/skills/0/tags/0', '10.0.0.5'],
        ['/x-id', 'urn:agent:10.0.0.5'],
        ['/x-ratio', '3:4'],
        ['/skills/0/examples/0', 's3://bucket/key'],
        ['/x-store', 'redis://cache'],
      ),
    ).toEqual([]);
  });
});

describe('internal-address-in-text', () => {
  it.each([
    'Ask http://localhost:8080 first.',
    'It is at (http://10.0.0.5), behind the door.',
    '见 http://192.168.1.1，谢谢',
    'At http://[::1]:3000/x, and at [http://agent.internal].',
    'https://example.com/ and https://db-1/',
  ])('SD-022 finds one: %s', (text) => {
    expect(brokenBy(['/description', text])).toEqual(['internal-address-in-text /description']);
    const development = edited(cardFixture('complete'), ['/description', text]);
    expect(brokenRules(development, { environment: 'development' })).toEqual([]);
  });

  it.each([
    'See https://agents.example.com/, or (https://example.com).',
    'Reads file:///etc/hosts and http:// links.',
    'Ratios as 3:4 and times as 10:30.',
  ])('SD-022 lets pass: %s', (text) => {
    expect(brokenBy(['/description', text])).toEqual([]);
  });
});
