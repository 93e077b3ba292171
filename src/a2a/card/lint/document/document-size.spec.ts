import { describe, expect, it } from 'vitest';
import { brokenRules } from '../testing/broken-rules.js';
import { cardFixture, edited } from '../testing/card-fixtures.js';
import { sizeFault } from './document-size.js';

const within = (depth: number, value: unknown): unknown =>
  depth === 0 ? value : { a: within(depth - 1, value) };

function deep(depth: number): unknown {
  return JSON.parse('['.repeat(depth) + ']'.repeat(depth)) as unknown;
}

describe('sizeFault', () => {
  it.each([
    ['a list of many', Array.from({ length: 50_000 }, () => 1), /50000 values/],
    ['many lists', Array.from({ length: 300 }, () => Array.from({ length: 300 }, () => 1)), /50000 values/],
    ['a million skills', { skills: Array.from({ length: 1_000_000 }, () => ({})) }, /50000 values/],
    ['what is deep', within(41, 1), /40 levels/],
    ['what is very deep', deep(200_000), /40 levels/],
    ['a long text', ['x'.repeat(4_000_001)], /4000000 characters/],
    ['many texts', Array.from({ length: 5_000 }, () => 'x'.repeat(1_000)), /4000000 characters/],
    ['a long name', { ['x'.repeat(1_001)]: 1 }, /name is longer than 1000/],
  ])('refuses %s', (_, document, why) => {
    expect(sizeFault(document)?.message).toMatch(why);
  });

  it.each([
    ['a list of no more than that', Array.from({ length: 49_999 }, () => 1)],
    ['what is no deeper than that', within(40, 1)],
    ['a text no longer than that', 'x'.repeat(4_000_000)],
    ['a name no longer than that', { ['x'.repeat(1_000)]: 1 }],
    ['a card', cardFixture('complete')],
    ['nothing', undefined],
  ])('takes %s', (_, document) => {
    expect(sizeFault(document)).toBeUndefined();
  });

  it('is all that is said of a card that is too large', () => {
    const hidden = edited(cardFixture('complete'), ['/name', 7], ['/x', deep(100)]);
    expect(brokenRules(hidden)).toEqual(['too-large ']);
  });
});
