import { describe, expect, it } from 'vitest';
import { lintCard } from '../lint-card.js';
import { brokenBy, brokenRules } from '../testing/broken-rules.js';
import { cardFixture, edited } from '../testing/card-fixtures.js';

const PARTNER = '/securitySchemes/partner';
const FLOWS = `${PARTNER}/oauth2SecurityScheme/flows`;
const REFERENCES = '/securityRequirements';

describe('one-scheme-kind', () => {
  it.each([
    ['none', {}],
    ['a kind that is unset', { mtlsSecurityScheme: null }],
    ['the shape of an SDK', { scheme: { $case: 'mtlsSecurityScheme', value: {} } }],
    ['two', { mtlsSecurityScheme: {}, httpAuthSecurityScheme: { scheme: 'Bearer' } }],
  ])('BC-30 finds a scheme of %s', (_, scheme) => {
    expect(brokenBy(['/securitySchemes/bearer', scheme])).toEqual([
      'one-scheme-kind /securitySchemes/bearer',
    ]);
  });

  it('BC-30 A-6 knows the shape of 0.3', () => {
    const card = edited(cardFixture('complete'), [
      '/securitySchemes/key',
      { type: 'apiKey', in: 'header', name: 'X' },
    ]);
    expect(lintCard(card, { environment: 'production' })[0]?.message).toMatch(/shape of 0\.3/);
  });

  it('takes a scheme with members beside its kind', () => {
    expect(
      brokenBy(['/securitySchemes/bearer/x-note', 'a'], ['/securitySchemes/bearer/mtlsSecurityScheme', null]),
    ).toEqual([]);
  });
});

describe('one-oauth-flow', () => {
  const password = { tokenUrl: 'https://login.example.com/token', scopes: {} };

  it('finds a scheme of no flow and one of two', () => {
    expect(brokenBy([FLOWS, {}])).toEqual([`one-oauth-flow ${FLOWS}`]);
    expect(brokenBy([FLOWS, { clientCredentialsFlow: {} }])).toEqual([`one-oauth-flow ${FLOWS}`]);
    expect(
      brokenBy([
        `${FLOWS}/deviceCode`,
        { ...password, deviceAuthorizationUrl: 'https://login.example.com/d' },
      ]),
    ).toEqual([`one-oauth-flow ${FLOWS}`]);
  });

  it('takes one with another that is unset', () => {
    expect(brokenBy([`${FLOWS}/deviceCode`, null])).toEqual([]);
  });
});

describe('deprecated-flow', () => {
  it.each([
    ['implicit', { authorizationUrl: 'https://login.example.com/authorize', scopes: {} }],
    ['password', { tokenUrl: 'https://login.example.com/token', scopes: {} }],
  ])('finds the %s flow', (kind, flow) => {
    expect(brokenBy([FLOWS, { [kind]: flow }])).toEqual([`deprecated-flow ${FLOWS}/${kind}`]);
  });

  it('lets the flow for devices pass', () => {
    const flow = {
      deviceAuthorizationUrl: 'https://login.example.com/d',
      tokenUrl: 'https://login.example.com/t',
      scopes: {},
    };
    expect(brokenBy([FLOWS, { deviceCode: flow }])).toEqual([]);
  });
});

describe('unused-scheme', () => {
  it('SD-014 finds a scheme that no requirement names, on the card or on a skill', () => {
    expect(brokenBy([`${REFERENCES}/3`, undefined])).toEqual(['unused-scheme /securitySchemes/bearer']);
    expect(brokenBy([`${REFERENCES}/1`, undefined])).toEqual([]);
  });
});

describe('unknown-scheme', () => {
  it.each(['Bearer', 'constructor', '__proto__', 'a/b'])('SD-014 finds %j, which is not declared', (name) => {
    const schemes = JSON.parse(`{${JSON.stringify(name)}: {"list": []}}`) as object;
    const escaped = name.replace('/', '~1');
    expect(brokenBy(['/skills/0/securityRequirements', [{ schemes }]])).toEqual([
      `unknown-scheme /skills/0/securityRequirements/0/schemes/${escaped}`,
    ]);
    expect(brokenBy([`${REFERENCES}/5`, { schemes }])).toEqual([
      `unknown-scheme ${REFERENCES}/5/schemes/${escaped}`,
    ]);
  });

  it('SD-014 finds every one when nothing is declared', () => {
    const card = edited(cardFixture('dice-agent'), [REFERENCES, [{ schemes: { bearer: {} } }]]);
    expect(brokenRules(card, { environment: 'development' })).toContain(
      `unknown-scheme ${REFERENCES}/0/schemes/bearer`,
    );
  });

  it('SD-014 lets those that are declared pass', () => {
    expect(
      brokenBy(['/skills/0/securityRequirements', [{ schemes: { bearer: { list: [] }, key: {} } }]]),
    ).toEqual([]);
  });
});

describe('unlisted-scope', () => {
  it('SD-014 finds a scope that the flow does not list', () => {
    const pointer = `${REFERENCES}/1/schemes/partner/list/1`;
    expect(brokenBy([pointer, 'parcels.delete'])).toEqual([`unlisted-scope ${pointer}`]);
    expect(brokenBy([pointer, 'parcels.write'])).toEqual([]);
  });

  it('SD-014 does not know the scopes of OpenID Connect, nor of a flow that lists none', () => {
    expect(
      brokenBy(
        [`${REFERENCES}/2/schemes/staff/list`, ['anything']],
        [`${FLOWS}/clientCredentials/scopes`, {}],
      ),
    ).toEqual([]);
  });
});

describe('scope-without-oauth', () => {
  it('SD-014 finds scopes of what has none', () => {
    const pointer = `${REFERENCES}/3/schemes/bearer`;
    expect(brokenBy([`${pointer}/list`, ['parcels.read']])).toEqual([`scope-without-oauth ${pointer}`]);
    expect(brokenBy([`${REFERENCES}/2/schemes/staff/list`, ['a']])).toEqual([]);
  });
});

describe('anonymous-alternative', () => {
  it.each([[{}], [{ schemes: {} }]])('T2 finds %j beside others', (open) => {
    expect(brokenBy([`${REFERENCES}/5`, open])).toEqual([`anonymous-alternative ${REFERENCES}/5`]);
    expect(brokenBy(['/skills/1/securityRequirements/1', open])).toEqual([
      'anonymous-alternative /skills/1/securityRequirements/1',
    ]);
  });

  it('T2 lets one that is alone pass, as it opens nothing', () => {
    expect(brokenBy(['/skills/0/securityRequirements', [{}]])).toEqual([]);
  });
});
