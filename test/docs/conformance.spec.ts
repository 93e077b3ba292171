import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { REQUIREMENTS } from '../conformance/requirements/index.js';
import { rowsWithTests } from '../conformance/document/titles.js';

const PAGE = fileURLToPath(new URL('../../docs/conformance.md', import.meta.url));

/** The cells of the page's rows, by the row's id. */
function cells(): Map<string, string[]> {
  const lines = readFileSync(PAGE, 'utf8').split('\n');
  const rows = lines.filter((line) => /^\| [A-N]-\d/.test(line));
  return new Map(
    rows.map((line) => {
      const all = line.split(/(?<!\\)\|/).map((cell) => cell.trim());
      return [all[1]!, all.slice(1, -1)];
    }),
  );
}

describe('docs/conformance.md', () => {
  it('has every row as it is written, and no other', () => {
    const said = [...cells().values()].map(([id, level, section, says]) => [id, level, section, says]);
    expect(said).toEqual(
      REQUIREMENTS.map(({ id, level, section, says }) => [id, level, section, says.replaceAll('|', '\\|')]),
    );
  });

  it('tells of no failure: run `npm run conformance` when rows or tests have changed', () => {
    expect([...cells().values()].filter(([, , , , , result]) => /FAILED/.test(result ?? ''))).toEqual([]);
    const tested = [...cells().values()].filter(([, , , , , result]) => /passed/.test(result ?? ''));
    expect(new Set(tested.map(([id]) => id))).toEqual(rowsWithTests());
  });

  it('has a test for every MUST of a server', () => {
    const tests = rowsWithTests();
    const without = REQUIREMENTS.filter(
      ({ id, level, notOfServer }) => level === 'MUST' && !notOfServer && !tests.has(id),
    );
    expect(without.map(({ id }) => id)).toEqual([]);
  });
});
