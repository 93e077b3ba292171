import { describe, expect, it } from 'vitest';
import { extentOf, type JsonExtent } from './json-extent.js';

const LIMITS: JsonExtent = { depth: 100, values: 100_000 };

/** What there is in a parsed value. */
function counted(value: unknown): JsonExtent {
  if (typeof value !== 'object' || value === null) return { depth: 0, values: 1 };
  const members = Object.values(value).map(counted);
  return {
    depth: 1 + Math.max(0, ...members.map(({ depth }) => depth)),
    values: 1 + members.reduce((sum, { values }) => sum + values, 0),
  };
}

describe('extentOf', () => {
  it.each([
    ['1', 0, 1],
    ['{}', 1, 1],
    [' { } ', 1, 1],
    ['[[],[[]],{}]', 3, 5],
    ['{"a":{"b":[1]}}', 3, 4],
    ['{"a":[],"b":{},"c":[{}]}', 3, 5],
    ['[1, "2", null, [ ], {"a" : -1.5e3}]', 2, 7],
    ['"[[[["', 0, 1],
    ['[",,,",","]', 1, 3],
    [String.raw`["\"[[[","\\",["\\\"[["]]`, 2, 5],
  ])('O-6 %s is %d deep and holds %d values', (text, depth, values) => {
    expect(extentOf(text, LIMITS)).toEqual({ depth, values, isBeyond: false });
    expect(counted(JSON.parse(text))).toEqual({ depth, values });
  });

  it('O-6 a text that is no JSON has some extent', () => {
    expect(extentOf('', LIMITS).depth).toBe(0);
    expect(extentOf('["unfinished [[[', LIMITS).depth).toBe(1);
  });

  it.each([
    ['1e999', true],
    ['-1E+999', true],
    ['{"a":[0,{"b":1e309}]}', true],
    ['1.7976931348623159e308', true],
    [`[1${'0'.repeat(400)}]`, true],
    ['1.7976931348623157e308', false],
    [`[1${'0'.repeat(300)},123456789012345678901234567890]`, false],
    [`[0.${'0'.repeat(300)}1, 1e-999, 0e999, 1.5E+10]`, false],
    [`[1${'0'.repeat(200)}.0e200]`, true],
    [`[1${'0'.repeat(200)}.0e-200]`, false],
    ['["1e999", {"1e999": true}]', false],
    [String.raw`["\"1e999", false, null, 2]`, false],
  ])('%s holds a number beyond a double: %s', (text, isBeyond) => {
    expect(extentOf(text, LIMITS).isBeyond).toBe(isBeyond);
    expect(/:null|^null|null]/.test(JSON.stringify(JSON.parse(text.replaceAll('null', '0'))))).toBe(isBeyond);
  });

  it('O-6 stops as soon as the depth is exceeded', () => {
    expect(extentOf('['.repeat(10_000_000), LIMITS).depth).toBe(101);
  });

  it.each([
    ['numbers', (count: number) => `[${'0,'.repeat(count - 1)}0]`],
    ['empty objects', (count: number) => `[${'{},'.repeat(count - 1)}{}]`],
    [
      'members',
      (count: number) => JSON.stringify(Object.fromEntries(Array.from({ length: count }, (_, i) => [i, i]))),
    ],
  ])('O-6 takes as many %s as it may, and not one more', (_, textOf) => {
    const { values } = LIMITS;
    expect(extentOf(textOf(values - 1), LIMITS).values).toBe(values);
    expect(extentOf(textOf(values), LIMITS).values).toBeGreaterThan(values);
    expect(extentOf(textOf(values * 10), LIMITS).values).toBeLessThan(values + 3);
  });

  it('O-6 takes time in proportion to the text, whatever is escaped in it', () => {
    const text = `["${String.raw`\"`.repeat(2_000_000)}"]`;
    expect(extentOf(text, LIMITS)).toMatchObject({ depth: 1, values: 2 });
  });

  it('O-6 takes time in proportion to the text, however many backslashes stand in a row', () => {
    const text = `["${'\\'.repeat(4_000_000)}","${'\\\\"'.repeat(1_000_000)}"]`;
    expect(extentOf(text, LIMITS).depth).toBe(1);
  });
});
