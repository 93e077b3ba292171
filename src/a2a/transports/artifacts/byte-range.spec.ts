import { describe, expect, it } from 'vitest';
import { isForRange, requestedRange } from './byte-range.js';

describe('requestedRange', () => {
  it.each([
    ['bytes=0-0', { from: 0, to: 0 }],
    ['bytes=0-99', { from: 0, to: 99 }],
    ['bytes=10-', { from: 10, to: 99 }],
    ['bytes=10-1000', { from: 10, to: 99 }],
    ['bytes=-1', { from: 99, to: 99 }],
    ['bytes=-30', { from: 70, to: 99 }],
    ['bytes=-1000', { from: 0, to: 99 }],
    ['bytes=99-99', { from: 99, to: 99 }],
    [' Bytes = 5-6 ', { from: 5, to: 6 }],
    ['bytes=,5-6 , ', { from: 5, to: 6 }],
    [`bytes=5-${'9'.repeat(400)}`, { from: 5, to: 99 }],
  ])('%s of 100 bytes is one range', (header, range) => {
    expect(requestedRange(header, 100)).toEqual(range);
  });

  it.each(['bytes=100-', 'bytes=100-200', 'bytes=-0', `bytes=${'9'.repeat(400)}-`])(
    '%s of 100 bytes can not be given',
    (header) => {
      expect(requestedRange(header, 100)).toBe('unsatisfiable');
    },
  );

  it.each([
    undefined,
    '',
    'bytes',
    'bytes=',
    'bytes=-',
    'bytes=a-b',
    'bytes=1',
    'bytes=6-5',
    'bytes=0-1,5-6',
    'bytes=0-1, -1',
    'items=0-1',
    'bytes=0x1-0x2',
    'bytes=+1-2',
    'bytes=1.5-2',
    'bytes=0-1-2',
  ])('%s counts as not sent', (header) => {
    expect(requestedRange(header, 100)).toBe('whole');
  });
});

describe('isForRange', () => {
  it('takes no header, or the strong tag, and nothing else', () => {
    for (const header of [undefined, '"abc"', ' "abc" ']) expect(isForRange(header, '"abc"')).toBe(true);
    for (const header of ['W/"abc"', '"abd"', 'abc', '*', '', 'Wed, 02 Dec 2026 00:00:00 GMT']) {
      expect(isForRange(header, '"abc"')).toBe(false);
    }
  });
});
