import { describe, expect, it } from 'vitest';
import { cardFixture, edited } from '../../lint/testing/card-fixtures.js';
import { changedBy, changesBetween } from '../testing/changed-cards.js';

const complete = cardFixture('complete');
const CUSTOMER = '/securitySchemes/customer/oauth2SecurityScheme';
const CODE = `${CUSTOMER}/flows/authorizationCode`;
const REQUIRED = '/securityRequirements';

describe('changes of schemes', () => {
  it('SD-034 one more or one less is compatible by itself: requirements say which are needed', () => {
    expect(changedBy(['/securitySchemes/other', { mtlsSecurityScheme: {} }])).toEqual([
      'compatible added /securitySchemes/other',
    ]);
    expect(changedBy(['/securitySchemes/bearer', undefined], [`${REQUIRED}/3`, undefined])).toEqual([
      'breaking removed /securityRequirements/3',
      'compatible removed /securitySchemes/bearer',
    ]);
  });

  it('SD-034 another kind is breaking', () => {
    expect(changedBy(['/securitySchemes/bearer', { mtlsSecurityScheme: {} }])).toEqual([
      'breaking changed /securitySchemes/bearer',
    ]);
    const flow = {
      deviceAuthorizationUrl: 'https://login.example.com/d',
      tokenUrl: 'https://login.example.com/token',
      scopes: {},
    };
    expect(changedBy([`${CUSTOMER}/flows`, { deviceCode: flow }])).toEqual([
      'breaking changed /securitySchemes/customer',
    ]);
  });

  it.each([
    [`${CODE}/tokenUrl`, 'https://evil.example/token'],
    [`${CODE}/authorizationUrl`, 'https://evil.example/authorize'],
    [`${CODE}/refreshUrl`, 'https://evil.example/token'],
    [`${CUSTOMER}/oauth2MetadataUrl`, 'https://evil.example/metadata'],
    ['/securitySchemes/staff/openIdConnectSecurityScheme/openIdConnectUrl', 'https://evil.example/oidc'],
    ['/securitySchemes/key/apiKeySecurityScheme/name', 'X-Key'],
    ['/securitySchemes/key/apiKeySecurityScheme/location', 'query'],
    ['/securitySchemes/bearer/httpAuthSecurityScheme/scheme', 'DPoP'],
  ])('SD-034 B25 another %s is breaking', (pointer, value) => {
    expect(changedBy([pointer, value])).toEqual([`breaking changed ${pointer}`]);
  });

  it('SD-034 scopes and PKCE: what is taken away or asked for is breaking', () => {
    expect(changedBy([`${CODE}/scopes/password`, undefined])).toEqual([
      `breaking removed ${CODE}/scopes/password`,
    ]);
    expect(changedBy([`${CODE}/scopes/parcels.write`, 'Redirect parcels'])).toEqual([
      `compatible added ${CODE}/scopes/parcels.write`,
    ]);
    expect(changedBy([`${CODE}/scopes/password`, 'Another'])).toEqual([
      `compatible changed ${CODE}/scopes/password`,
    ]);
    const open = edited(complete, [`${CODE}/pkceRequired`, undefined]);
    expect(changesBetween(open, complete)).toEqual([`breaking changed ${CODE}/pkceRequired`]);
    expect(changesBetween(complete, open)).toEqual([`compatible changed ${CODE}/pkceRequired`]);
  });

  it('SD-034 texts, hints and further addresses are compatible', () => {
    expect(
      changedBy(
        ['/securitySchemes/bearer/httpAuthSecurityScheme/bearerFormat', 'opaque'],
        ['/securitySchemes/bearer/httpAuthSecurityScheme/scheme', 'bearer'],
        ['/securitySchemes/certificate/mtlsSecurityScheme/description', undefined],
        [
          '/securitySchemes/partner/oauth2SecurityScheme/flows/clientCredentials/refreshUrl',
          'https://login.example.com/r',
        ],
      ),
    ).toEqual([
      'compatible changed /securitySchemes/bearer/httpAuthSecurityScheme/bearerFormat',
      'compatible removed /securitySchemes/certificate/mtlsSecurityScheme/description',
      'compatible added /securitySchemes/partner/oauth2SecurityScheme/flows/clientCredentials/refreshUrl',
    ]);
  });
});

describe('changes of requirements', () => {
  const alternative = (schemes: Record<string, string[]>) => ({
    schemes: Object.fromEntries(Object.entries(schemes).map(([name, list]) => [name, { list }])),
  });
  const requiring = (...alternatives: Record<string, string[]>[]) =>
    edited(complete, [REQUIRED, alternatives.map(alternative)]);

  it('SD-034 B03 an alternative less is breaking, one more is not', () => {
    expect(changesBetween(requiring({ bearer: [] }, { key: [] }), requiring({ bearer: [] }))).toEqual([
      'breaking removed /securityRequirements/1',
    ]);
    expect(changesBetween(requiring({ bearer: [] }), requiring({ key: [] }, { bearer: [] }))).toEqual([
      'compatible added /securityRequirements/0',
    ]);
  });

  it('SD-034 one that asks for more is breaking, one that asks for less is not', () => {
    const [one, more] = [{ partner: ['parcels.read'] }, { partner: ['parcels.read', 'parcels.write'] }];
    const both = { ...one, key: [] };
    expect(changesBetween(requiring(one), requiring(more))).toEqual([
      'breaking removed /securityRequirements/0',
      'compatible added /securityRequirements/0',
    ]);
    for (const [strong, weak] of [
      [more, one],
      [both, one],
    ]) {
      expect(changesBetween(requiring(strong!), requiring(weak!))).toEqual([
        'compatible removed /securityRequirements/0',
        'compatible added /securityRequirements/0',
      ]);
    }
    expect(changesBetween(requiring(one), requiring(both))).toContain(
      'breaking removed /securityRequirements/0',
    );
  });

  it('SD-034 asking where nothing was asked for is breaking, asking for nothing is not', () => {
    const open = edited(complete, [REQUIRED, undefined]);
    expect(changesBetween(open, requiring({ bearer: [] }))).toEqual(['breaking added /securityRequirements']);
    expect(changesBetween(requiring({ bearer: [] }), open)).toEqual([
      'compatible removed /securityRequirements',
    ]);
    expect(changesBetween(open, requiring({ bearer: [] }, {}))).toEqual([
      'compatible added /securityRequirements',
    ]);
    expect(changesBetween(requiring({ bearer: [] }), requiring({}))).not.toContain(
      'breaking removed /securityRequirements/0',
    );
    expect(changesBetween(open, edited(complete, [REQUIRED, []]))).toEqual([]);
  });

  it('B09 order, spelling and repetition mean nothing', () => {
    const before = requiring({ partner: ['a', 'b'], key: [] }, { bearer: [] });
    const after = edited(complete, [
      REQUIRED,
      [{ schemes: { bearer: {} } }, { schemes: { key: { list: [] }, partner: { list: ['b', 'a', 'a'] } } }],
    ]);
    expect(changesBetween(before, after)).toEqual([]);
  });

  it('SD-034 a skill may ask for what the agent asks for already', () => {
    const agent = requiring({ partner: ['parcels.read'] });
    const skill = (...alternatives: Record<string, string[]>[]) =>
      edited(agent, ['/skills/0/securityRequirements', alternatives.map(alternative)]);
    const pointer = '/skills/0/securityRequirements';
    expect(changesBetween(agent, skill({ partner: ['parcels.read'] }))).toEqual([
      `compatible added ${pointer}`,
    ]);
    expect(changesBetween(agent, skill({ partner: ['parcels.write'] }))).toEqual([
      `breaking added ${pointer}`,
    ]);
    expect(
      changesBetween(
        skill({ partner: ['parcels.write'] }),
        skill({ partner: ['parcels.read', 'parcels.write'] }),
      ),
    ).toEqual([`compatible removed ${pointer}/0`, `compatible added ${pointer}/0`]);
    expect(changesBetween(skill({ key: [] }), agent)).toEqual([`compatible removed ${pointer}`]);
  });

  it('compares many alternatives by equality, in time', () => {
    const many = (name: string, count: number) =>
      requiring(...Array.from({ length: count }, (_, index) => ({ [`${name}${index}`]: [] })));
    const startedAt = performance.now();
    expect(changesBetween(many('a', 5_000), many('b', 5_000))).toHaveLength(10_000);
    expect(changesBetween(many('a', 5_000), many('a', 5_000))).toEqual([]);
    expect(performance.now() - startedAt).toBeLessThan(20_000);
    const some = Array.from({ length: 21 }, (_, index) => ({ [`a${index}`]: [] }));
    expect(changesBetween(requiring({ a0: [], b: [] }), requiring(...some))).toContain(
      'breaking removed /securityRequirements/0',
    );
  });
});
