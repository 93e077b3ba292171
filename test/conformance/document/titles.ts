import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const SECTIONS = fileURLToPath(new URL('../sections/', import.meta.url));

/** How a file names a row: as the first argument of `row` or `once`, alone or in a list. */
const ROW = /'([A-N]-\d+)'/g;

/** The rows that have a test, as the files of the sections are written. */
export function rowsWithTests(): ReadonlySet<string> {
  const texts = readdirSync(SECTIONS).map((name) => readFileSync(`${SECTIONS}${name}`, 'utf8'));
  return new Set(texts.flatMap((text) => [...text.matchAll(ROW)].map(([, id]) => id!)));
}
