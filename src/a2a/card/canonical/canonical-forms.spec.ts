import { readFileSync } from 'node:fs';
import { canonicalizeAgentCard } from '@a2a-js/sdk';
import { describe, expect, it } from 'vitest';
import { legacyPythonForm } from './legacy-python-form.js';
import { sdkForm, uncovered } from './sdk-form.js';
import { specForm } from './spec-form.js';

const VECTORS = new URL('../../../../test/vectors/', import.meta.url);
const text = (file: string) => readFileSync(new URL(file, VECTORS), 'utf8');
const card = (file: string) => JSON.parse(text(file)) as unknown;

const requirements = (...securityRequirements: unknown[]) => ({ securityRequirements });
const params = (value: unknown) => ({ capabilities: { extensions: [{ params: value }] } });

describe('the canonical forms of a card', () => {
  it.each([
    ['A01-dice-es256-valid.json', 'A01-canonical.txt', specForm],
    ['A01-dice-es256-valid.json', 'A01-canonical.txt', sdkForm],
    ['A02-key-order-shuffled.json', 'A01-canonical.txt', specForm],
    ['A06-default-members-added.json', 'A01-canonical.txt', specForm],
    ['A07-unknown-legacy-members-added.json', 'A01-canonical.txt', specForm],
    ['B01-returns-rs256-eddsa.json', 'B01-canonical.txt', sdkForm],
    ['B06-number-respelled.json', 'B01-canonical.txt', sdkForm],
    ['B09-empty-scope-list-spelling.json', 'B01-canonical.txt', sdkForm],
    ['B09-empty-scope-list-spelling.json', 'B20-canonical-spec.txt', specForm],
    ['B20-returns-both-forms.json', 'B20-canonical-spec.txt', specForm],
    ['D01-required-empty-sdk-form.json', 'D01-canonical-sdk.txt', sdkForm],
    ['D02-required-empty-spec-form.json', 'D02-canonical-spec.txt', specForm],
  ])('A-13 SD-019: %s makes the bytes of %s', (file, canonical, form) => {
    expect(form(card(file))).toBe(text(canonical));
  });

  it('A-13: the example of section 8.4.1 makes the text that stands there (E01)', () => {
    const capabilities = { streaming: false, pushNotifications: false, extensions: [] };
    const fragment = { name: 'Example Agent', description: '', capabilities, skills: [] };
    const start = '{"capabilities":{"pushNotifications":false,"streaming":false},';
    expect(specForm(fragment)).toBe(`${start}"description":"","name":"Example Agent","skills":[]}`);
    expect(sdkForm(fragment)).toBe(`${start}"name":"Example Agent"}`);
  });
});

describe('specForm', () => {
  it('keeps entries and elements whatever they hold, and drops defaults within', () => {
    expect(specForm(requirements({}, { schemes: {} }, { schemes: { key: { list: [] } } }))).toBe(
      '{"securityRequirements":[{},{},{"schemes":{"key":{}}}]}',
    );
    expect(specForm({ skills: [{ tags: ['', 'a'], examples: [] }] })).toBe('{"skills":[{"tags":["","a"]}]}');
  });

  it('keeps which member of a choice was chosen, and messages and optional members that are empty', () => {
    expect(specForm({ securitySchemes: { open: { mtlsSecurityScheme: {} } } })).toBe(
      '{"securitySchemes":{"open":{"mtlsSecurityScheme":{}}}}',
    );
    expect(specForm({ provider: {}, iconUrl: '', documentationUrl: '' })).toBe(
      '{"documentationUrl":"","iconUrl":"","provider":{}}',
    );
  });

  it('keeps what the params of an extension hold as it is', () => {
    const held = { a: null, b: '', c: [], d: {}, e: false, f: 0, ['__proto__']: { g: [''] } };
    expect(specForm(params(JSON.parse(JSON.stringify(held))))).toBe(
      '{"capabilities":{"extensions":[{"params":{"__proto__":{"g":[""]},"a":null,"b":"","c":[],"d":{},"e":false,"f":0}}]}}',
    );
  });

  it('writes numbers and sorts members as RFC 8785 says', () => {
    const value = JSON.parse('{"\u{1f600}":1,"\ufb33":-0.0,"b":1e30,"a":2.50,"c":1e-7}') as unknown;
    expect(specForm(params(value))).toContain('{"a":2.5,"b":1e+30,"c":1e-7,"\u{1f600}":1,"\ufb33":0}');
  });
});

describe('sdkForm', () => {
  it.each([
    ['an empty card', {}],
    ['entries and elements that are empty', requirements({}, { schemes: { a: { list: [''] } } })],
    [
      'a flow without content',
      { securitySchemes: { o: { oauth2SecurityScheme: { flows: { implicit: {} } } } } },
    ],
    ['empty params at any depth', params({ a: null, b: [[], 1, ''], c: { d: { e: '' } }, f: false, g: 0 })],
    ['defaults', { capabilities: { extensions: [{ uri: 'u', required: false }], streaming: false } }],
    ['optional members that are empty', { iconUrl: '', documentationUrl: 'd', provider: { url: '' } }],
    ['null', { name: null, skills: [{ id: 'i', tags: null }], provider: null }],
  ])('makes the bytes that the SDK makes of %s', (_, value) => {
    expect(sdkForm(value)).toBe(canonicalizeAgentCard(value as never));
  });
});

describe('uncovered', () => {
  it.each([
    [
      requirements({ schemes: { a: { list: ['s'] } } }, {}, { schemes: { b: {} } }),
      ['/securityRequirements/1', '/securityRequirements/2'],
    ],
    [
      requirements({ schemes: { a: { list: ['s'] }, 'b/c~d': {} } }),
      ['/securityRequirements/0/schemes/b~1c~0d'],
    ],
    [{ securitySchemes: { open: { mtlsSecurityScheme: {} } } }, ['/securitySchemes/open']],
    [
      { securitySchemes: { o: { oauth2SecurityScheme: { description: 'd', flows: { implicit: {} } } } } },
      ['/securitySchemes/o/oauth2SecurityScheme/flows/implicit'],
    ],
    [{ skills: [{ id: 'a', tags: ['', 'b'] }] }, ['/skills/0/tags/0']],
    [
      params({ a: null, b: [1, {}], c: false }),
      ['/capabilities/extensions/0/params/a', '/capabilities/extensions/0/params/b/1'],
    ],
    [{ name: '', skills: [], provider: {}, capabilities: { extensions: [] }, iconUrl: '' }, []],
  ])('T2: of %j it is %j', (value, pointers) => {
    expect(uncovered(value)).toEqual(pointers);
  });

  it('names fifty at most', () => {
    expect(
      uncovered({ skills: [{ id: 'a', tags: Array.from({ length: 100_000 }, () => '') }] }),
    ).toHaveLength(50);
  });
});

describe('legacyPythonForm', () => {
  it('BC-38: escapes what is not ASCII and sorts by code points', () => {
    const value = JSON.parse('{"\ufb33":"\u007f","\u{1f600}":"\\n\\u0001","a":"\u638c"}') as unknown;
    expect(legacyPythonForm(params(value))).toBe(
      String.raw`{"capabilities":{"extensions":[{"params":{"a":"\u638c","\ufb33":"\u007f","\ud83d\ude00":"\n\u0001"}}]}}`,
    );
  });

  it('writes numbers as Python writes floats, and the other values as JSON', () => {
    const values = [1, -0, 250, 0.1, 1e15, 1e16, -1.5e21, 0.0001, 0.00001, 1.25e-7, 123456.789];
    expect(legacyPythonForm(params({ values, yes: true, no: false }))).toContain(
      '{"no":false,"values":[1.0,-0.0,250.0,0.1,1000000000000000.0,1e+16,-1.5e+21,0.0001,1e-05,1.25e-07,123456.789],"yes":true}',
    );
  });
});
