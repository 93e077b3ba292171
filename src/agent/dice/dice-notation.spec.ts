import { describe, expect, it } from 'vitest';
import { faultOf, parseDice } from './dice-notation.js';

describe('dice notation (SD-018)', () => {
  it.each([
    ['2d6', { count: 2, sides: 6 }],
    ['roll 2d6', { count: 2, sides: 6 }],
    ['掷 3d20', { count: 3, sides: 20 }],
    ['ROLL 1 D 8 please', { count: 1, sides: 8 }],
    ['999999d6', { count: 999_999, sides: 6 }],
  ])('reads %j', (text, dice) => {
    expect(parseDice(text)).toEqual(dice);
  });

  it.each(['abc', '', 'd6', '2d', 'x2d6y', '12345678901d6'])('finds no dice in %j', (text) => {
    expect(parseDice(text)).toBeUndefined();
  });

  it.each([
    [{ count: 0, sides: 6 }, /1 to 100 dice/],
    [{ count: 2, sides: 0 }, /1 to 1000 faces/],
    [{ count: 999_999, sides: 6 }, /1 to 100 dice/],
  ])('says what is wrong with %j', (dice, fault) => {
    expect(faultOf(dice)).toMatch(fault);
  });

  it('finds nothing wrong with 2d6', () => {
    expect(faultOf({ count: 2, sides: 6 })).toBeUndefined();
  });
});
