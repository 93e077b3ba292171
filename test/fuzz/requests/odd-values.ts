import fc from 'fast-check';
import { Members, Raw, type Tree } from './json-tree.js';

/** Texts that have broken somebody's parser, store or log. */
const NOTORIOUS = [
  '',
  ' ',
  '\u0000',
  'a\u0000b',
  '\ud800',
  'x\udc00y',
  '\ud83d\ude00',
  '\u202e\u2066bidi\u2069',
  '\ufeff',
  '\uffff',
  '\u2028\u2029',
  'a\r\nb: c',
  'data: x\n\nevent: error\n\n',
  '\\u0000',
  '__proto__',
  'constructor',
  'prototype',
  'toString',
  'hasOwnProperty',
  'then',
  'toJSON',
  'NaN',
  'null',
  'undefined',
  '-1',
  '1e999',
  '../../etc/passwd',
  "'; drop table tasks; --",
  '{{7*7}}${7*7}<%= 7 %>',
  '%00%ff%c0%80',
  'e\u0301'.repeat(50),
  'Z\u0351\u036b\u0343\u036a\u0302',
];

/** Whole numbers around the places where they stop being exact, or fit. */
const NUMBERS = [0, -0, 1, -1, 2 ** 31 - 1, 2 ** 31, -(2 ** 31) - 1, 2 ** 53, -(2 ** 53), 1.5, 1e308, 5e-324];

/** Texts that are hard numbers in JSON. */
const NUMERALS = ['-0', '0.1e-999', '9007199254740993', `0.${'1'.repeat(400)}`];

/** Texts that are numbers in JSON and beyond what a double holds: no call with one is good. */
const BEYOND = ['1e999', '-1e999', '1E400', `1${'0'.repeat(400)}`];

/** Names that mean something to JavaScript, to a framework or to a store. */
const NAMES = [
  '__proto__',
  'constructor',
  'prototype',
  'toString',
  'valueOf',
  'hasOwnProperty',
  'then',
  'toJSON',
  'length',
  '',
  '0',
  '$ref',
  'message_id',
  'task_id',
  'a.b[0]',
  '\u0000',
  '\ud800',
];

/** Any text: short ones of every kind of character, notorious ones, and now and then a very long one. */
export const oddText = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom(...NOTORIOUS) },
  { weight: 3, arbitrary: fc.string({ unit: 'binary', maxLength: 40 }) },
  { weight: 2, arbitrary: fc.string({ unit: 'grapheme', maxLength: 40 }) },
  {
    weight: 1,
    arbitrary: fc
      .tuple(
        fc.constantFrom('x', '\u0000', '\u00e9', '"', '\\', '\ud83d\ude00'),
        fc.integer({ min: 1, max: 5_000 }),
      )
      .map(([unit, times]) => unit.repeat(times)),
  },
);

/** A text of up to some hundred thousand characters. */
export const longText = fc
  .tuple(fc.constantFrom('x', '\\', '\u0001', '\u20ac'), fc.integer({ min: 1, max: 300_000 }))
  .map(([unit, times]) => unit.repeat(times));

const numberOf = (numerals: readonly string[]): fc.Arbitrary<Tree> =>
  fc.oneof(
    fc.constantFrom(...NUMBERS),
    fc.integer(),
    fc.double({ noNaN: true, noDefaultInfinity: true }),
    fc.constantFrom(...numerals).map((numeral) => new Raw(numeral)),
  );

const name = fc.oneof(fc.constantFrom(...NAMES), fc.string({ maxLength: 8 }));

const valueOf = (number: fc.Arbitrary<Tree>): fc.Arbitrary<Tree> =>
  fc.letrec<{ value: Tree }>((tie) => ({
    value: fc.oneof(
      { depthSize: 'small', withCrossShrink: true },
      { weight: 2, arbitrary: fc.constantFrom<Tree>(null, true, false) },
      { weight: 4, arbitrary: oddText },
      { weight: 3, arbitrary: number },
      { weight: 2, arbitrary: fc.array(tie('value'), { maxLength: 4 }) },
      {
        weight: 2,
        arbitrary: fc.array(fc.tuple(name, tie('value')), { maxLength: 4 }).map((list) => new Members(list)),
      },
    ),
  })).value;

/** Any JSON value of moderate size. */
export const oddValue = valueOf(numberOf([...NUMERALS, ...BEYOND]));

/** Any JSON value of moderate size that a good call may hold. */
export const keptValue = valueOf(numberOf(NUMERALS));

export const oddName = name;
