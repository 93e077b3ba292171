import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isLong, jsonPieces, PIECE_LENGTH } from './json-pieces.js';

const written = (value: object) => [...jsonPieces(value)];

/** Text that is cut in the middle of pairs, escapes and lone surrogates. */
const longText = fc
  .tuple(fc.string({ unit: 'binary', maxLength: 50 }), fc.integer({ min: 1, max: 4_000 }))
  .map(([unit, count]) => `${unit}\ud800"\\\u{1f600}`.repeat(count));

/** What JSON.stringify leaves out, writes as null, or asks for its own form. */
const odd = fc.oneof(
  fc.constant(undefined),
  fc.constant(NaN),
  fc.date({ noInvalidDate: true }),
  fc.constant(() => 1),
  fc.constant(Symbol('odd')),
  fc.constant(new Map([[1, 2]])),
  fc.constant(Object('text')),
  fc.constant({ toJSON: () => undefined }),
);

const value = fc.letrec<{ any: unknown; list: unknown[]; object: object }>((tie) => ({
  any: fc.oneof({ maxDepth: 5 }, fc.jsonValue(), longText, odd, tie('list'), tie('object')),
  list: fc.array(tie('any'), { maxLength: 8 }),
  object: fc.dictionary(fc.string({ unit: 'binary' }), tie('any'), { maxKeys: 8 }),
}));

describe('jsonPieces', () => {
  it('makes what JSON.stringify makes', () => {
    fc.assert(
      fc.property(fc.oneof(value.list, value.object), (one) => {
        expect(written(one).join('') === JSON.stringify(one)).toBe(true);
      }),
      { numRuns: 300 },
    );
  });

  it.each([0, 1, 2, 3])('does not cut a pair of surrogates, %i characters in', (offset) => {
    const text = ' '.repeat(offset) + '\u{1f600}'.repeat(PIECE_LENGTH);
    const pieces = written({ text });
    expect(pieces.join('')).toBe(JSON.stringify({ text }));
    // Each piece is encoded by itself.
    expect(Buffer.concat(pieces.map((piece) => Buffer.from(piece))).toString()).toBe(
      JSON.stringify({ text }),
    );
  });

  it.each([
    ['one long text', { parts: [{ text: 'x'.repeat(20 * PIECE_LENGTH) }] }],
    ['many texts', { parts: Array.from({ length: 5_000 }, (_, index) => ({ text: `${index}`.repeat(50) })) }],
    ['many numbers', Array.from({ length: 200_000 }, (_, index) => index)],
    ['deep ones', nested(60, 'x'.repeat(3 * PIECE_LENGTH))],
  ])('writes %s in pieces of which none is large', (_, one) => {
    const pieces = written(one);
    expect(pieces.join('')).toBe(JSON.stringify(one));
    expect(pieces.length).toBeGreaterThan(2);
    expect(Math.max(...pieces.map(({ length }) => length))).toBeLessThan(3 * PIECE_LENGTH);
  });

  it('is lazy: nothing is written that nobody takes', () => {
    let asked = 0;
    const counted = { toJSON: () => (asked += 1) };
    const pieces = jsonPieces([...Array.from({ length: 3 }, () => 'x'.repeat(PIECE_LENGTH * 2)), counted]);
    pieces.next();
    pieces.return();
    expect(asked).toBe(0);
  });
});

describe('isLong', () => {
  it.each([
    [false, { text: 'x'.repeat(100) }],
    [true, { text: 'x'.repeat(PIECE_LENGTH) }],
    [true, Array.from({ length: PIECE_LENGTH }, () => 1)],
    [true, { a: { b: ['x'.repeat(PIECE_LENGTH / 2), { c: 'x'.repeat(PIECE_LENGTH / 2) }] } }],
    [false, undefined],
    [false, null],
  ])('is %s', (expected, one) => {
    expect(isLong(one)).toBe(expected);
  });
});

function nested(depth: number, text: string): object {
  return depth === 0 ? { text } : { inside: [nested(depth - 1, text)] };
}
