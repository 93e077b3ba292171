import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { MUTATIONS } from './index.js';

const ROOT = new URL('../../../', import.meta.url);

describe('the rules that mutations take away', () => {
  // Titles name no row: this is no test of theirs.
  it.each(Object.values(MUTATIONS).flat())('stand in $file, once: $from', ({ file, from }) => {
    expect(readFileSync(new URL(file, ROOT), 'utf8').split(from)).toHaveLength(2);
  });
});
