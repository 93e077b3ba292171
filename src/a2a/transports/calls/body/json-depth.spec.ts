import { describe, expect, it } from 'vitest';
import { jsonDepth } from './json-depth.js';

describe('jsonDepth', () => {
  it.each([
    ['', 0],
    ['1', 0],
    ['{}', 1],
    ['[[],[[]],{}]', 3],
    ['{"a":{"b":[1]}}', 3],
    ['"[[[["', 0],
    [String.raw`["\"[[[","\\",["\\\"[["]]`, 2],
    ['["unfinished [[[', 1],
  ])('O-6 %s is %d deep', (text, depth) => {
    expect(jsonDepth(text, 100)).toBe(depth);
  });

  it('O-6 stops as soon as the limit is exceeded', () => {
    expect(jsonDepth('['.repeat(10_000_000), 100)).toBe(101);
  });

  it('O-6 takes time in proportion to the text, whatever is escaped in it', () => {
    const text = `["${String.raw`\"`.repeat(2_000_000)}"]`;
    expect(jsonDepth(text, 100)).toBe(1);
  });

  it('O-6 takes time in proportion to the text, however many backslashes stand in a row', () => {
    expect(jsonDepth(`["${'\\'.repeat(4_000_000)}","${'\\\\"'.repeat(1_000_000)}"]`, 100)).toBe(1);
  });
});
