import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { CARD_MESSAGES } from '../../protocol/model/agent-card.js';
import { CARD_SCHEMA, type CardMessageName } from './card-schema.js';
import { specForm } from './spec-form.js';
import { readCard } from './wire-card.js';

const params = (value: unknown) => ({ capabilities: { extensions: [{ params: value }] } });
const at = (name: string) => `/capabilities/extensions/0/params${name}`;

function nested(levels: number): unknown {
  let value: unknown = 1;
  for (let level = 0; level < levels; level++) {
    value = [value];
  }
  return value;
}

describe('CARD_SCHEMA', () => {
  const names = Object.keys(CARD_MESSAGES) as CardMessageName[];

  it('A-13: knows every message of a card', () => {
    expect(Object.keys(CARD_SCHEMA).toSorted()).toEqual(names.toSorted());
  });

  it.each(names)(
    'A-13: knows every member of %s, and requires none that a card of ours may leave out',
    (name) => {
      const { shape } = CARD_MESSAGES[name] as unknown as z.ZodObject;
      const { fields, isChoice } = CARD_SCHEMA[name];
      expect(Object.keys(fields).toSorted()).toEqual(Object.keys(shape).toSorted());
      const isOptional = (member: string) => z.safeParse(shape[member], undefined).success;
      const required = Object.entries(fields).filter(([, { presence }]) => presence === 'required');
      expect(required.filter(([member]) => isOptional(member))).toEqual([]);
      expect(isChoice).toBe(CARD_MESSAGES[name].meta()?.['oneOf'] !== undefined);
    },
  );
});

describe('readCard', () => {
  it('A-13 T6: leaves out signatures, unset members and members outside the schema, at any depth', () => {
    const card = {
      version: '1',
      url: 'http://old.example',
      name: 'n',
      signatures: 'whatever',
      provider: null,
      iconUrl: undefined,
      constructor: 'x',
      skills: [{ security: [], id: 'a', input_modes: ['b'] }],
      securitySchemes: { constructor: { type: 'http', mtlsSecurityScheme: { a: 1 } } },
    };
    expect(JSON.stringify(readCard(card))).toBe(
      '{"version":"1","name":"n","skills":[{"id":"a"}],"securitySchemes":{"constructor":{"mtlsSecurityScheme":{}}}}',
    );
  });

  it('keeps members of maps that are called like what objects have', () => {
    const card = JSON.parse(
      '{"securitySchemes":{"__proto__":{"mtlsSecurityScheme":{}}},"__proto__":{}}',
    ) as unknown;
    expect(JSON.stringify(readCard(card))).toBe(
      '{"securitySchemes":{"__proto__":{"mtlsSecurityScheme":{}}}}',
    );
  });

  it.each([
    [null, 'The card must be a JSON object.'],
    [[], 'The card must be a JSON object.'],
    ['{}', 'The card must be a JSON object.'],
    [{ name: 5 }, '/name must be a string.'],
    [{ capabilities: { streaming: 'false' } }, '/capabilities/streaming must be a boolean.'],
    [{ capabilities: [] }, '/capabilities must be a JSON object.'],
    [{ skills: {} }, '/skills must be a list.'],
    [{ skills: [null] }, '/skills/0 must be a JSON object.'],
    [{ skills: [{ tags: [1] }] }, '/skills/0/tags/0 must be a string.'],
    [{ securitySchemes: { 'a/b': 1 } }, '/securitySchemes/a~1b must be a JSON object.'],
    [params([]), `${at('')} must be a JSON object.`],
    [
      { securitySchemes: { ['a\n"'.padEnd(300, 'b')]: 1 } },
      `/securitySchemes/a\\n\\"${'b'.repeat(180)}\u2026 must be a JSON object.`,
    ],
    [
      { securitySchemes: { a: { mtlsSecurityScheme: {}, apiKeySecurityScheme: {} } } },
      '/securitySchemes/a holds mtlsSecurityScheme and apiKeySecurityScheme; it may hold one of them only.',
    ],
  ])('refuses %j', (card, message) => {
    expect(() => readCard(card)).toThrow(
      expect.objectContaining({ name: 'CardFormError', message }) as Error,
    );
  });
});

describe('a card without a canonical text', () => {
  it.each([
    [
      'a lone surrogate',
      { name: 'a\ud800b' },
      '/name holds half of a surrogate pair, which is no Unicode text.',
    ],
    [
      'one in a name',
      params({ '\udc00': 1 }),
      `${at(String.raw`/\udc00`)} has in its name half of a surrogate pair`,
    ],
    [
      'an endless number',
      params(JSON.parse('{"n":1e999}')),
      `${at('/n')} is a number beyond what a double holds.`,
    ],
    ['what is no JSON', params({ f: [undefined] }), `${at('/f/0')} is undefined, which JSON does not know.`],
    ['a bigint', params({ b: 1n }), `${at('/b')} is bigint, which JSON does not know.`],
    ['endless nesting', params({ deep: nested(100_000) }), 'lies deeper than 100 levels.'],
  ])('is refused with a pointer: %s', (_, card, message) => {
    expect(() => specForm(card)).toThrow(message);
  });

  it('is not one that is nested deeply, or holds whole pairs', () => {
    expect(specForm(params({ deep: nested(95), '\u{1f600}': '\u{1f600}' }))).toContain('[1]');
  });
});
