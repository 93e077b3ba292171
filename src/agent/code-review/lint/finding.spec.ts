import { describe, expect, it } from 'vitest';
import { MAX_FINDINGS, notReviewed, presentableFindings, type Finding } from './finding.js';

const at = (line: number, column: number, rule: string, message = 'm'): Finding => ({
  rule,
  severity: 'warning',
  path: 'a.ts',
  line,
  column,
  message,
});

describe('presentableFindings', () => {
  it('sorts by line, column and rule as numbers and code units', () => {
    const sorted = presentableFindings('a.ts', [at(10, 1, 'b'), at(9, 2, 'b'), at(9, 2, 'B'), at(9, 1, 'z')]);
    expect(sorted.map(({ line, column, rule }) => `${line}:${column} ${rule}`)).toEqual([
      '9:1 z',
      '9:2 B',
      '9:2 b',
      '10:1 b',
    ]);
  });

  it('keeps the first findings of a flood and says how many are missing', () => {
    const flood = Array.from({ length: MAX_FINDINGS + 5 }, (_, index) => at(index + 1, 1, 'r'));
    const kept = presentableFindings('a.ts', flood);
    expect(kept).toHaveLength(MAX_FINDINGS + 1);
    expect(kept.at(-1)).toMatchObject({ rule: 'too-many-findings', line: MAX_FINDINGS, path: 'a.ts' });
    expect(kept.at(-1)?.message).toMatch(/^5 more findings left out/);
  });

  it('makes messages short, one line and storable', () => {
    const [nul] = presentableFindings('a.ts', [at(1, 1, 'r', 'a\0b\r\nc \uD800 \u{1F600}')]);
    expect(nul?.message).toBe('a\uFFFDb c \uFFFD \u{1F600}');
    const [long] = presentableFindings('a.ts', [at(1, 1, 'r', 'x'.repeat(100_000))]);
    expect(long?.message.length).toBeLessThan(600);
  });
});

describe('notReviewed', () => {
  it('is one error on the first line that says why', () => {
    expect(notReviewed('a.ts', 'is too large; split it')).toEqual({
      rule: 'not-reviewed',
      severity: 'error',
      path: 'a.ts',
      line: 1,
      column: 1,
      message: 'Not reviewed: this file is too large; split it.',
    });
  });
});
