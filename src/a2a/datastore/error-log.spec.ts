import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ErrorLog } from './error-log.js';

describe('ErrorLog', () => {
  let lines: string[];
  let log: ErrorLog;
  beforeEach(() => {
    vi.useFakeTimers();
    lines = [];
    log = new ErrorLog((line) => lines.push(line));
  });
  afterEach(() => vi.useRealTimers());

  it('tells the first error of each source, and later how many followed', () => {
    const one = log.of('one');
    for (let count = 0; count < 50; count += 1) one(new Error('refused'));
    log.of('two')(new Error('refused'));
    expect(lines).toEqual(['one: refused', 'two: refused']);
    vi.advanceTimersByTime(10_000);
    one(new Error('reset'));
    expect(lines.at(-1)).toBe('one: reset (and 49 more errors since the last line)');
    vi.advanceTimersByTime(10_000);
    one(new Error('reset'));
    expect(lines.at(-1)).toBe('one: reset');
  });

  it('tells what an error of several is made of', () => {
    log.of('one')(new AggregateError([new Error('::1 refused'), new Error('127.0.0.1 refused')]));
    expect(lines).toEqual(['one: ::1 refused; 127.0.0.1 refused']);
  });

  it('tells nothing while connections are closed', () => {
    log.silence();
    log.of('one')(new Error('terminated'));
    expect(lines).toEqual([]);
  });
});
