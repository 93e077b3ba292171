import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const SECTIONS = fileURLToPath(new URL('../sections/', import.meta.url));

/** How a test begins in its file: `row('B-1', 'what`, or with several rows in brackets. */
const TEST = /\b(?:row|once)\(\s*(\[[^\]]*\]|'[A-N]-\d+')/g;
const ROW = /[A-N]-\d+/g;

/** The rows that have a test, as the files of the sections are written. */
export function rowsWithTests(): ReadonlySet<string> {
  const texts = readdirSync(SECTIONS).map((name) => readFileSync(`${SECTIONS}${name}`, 'utf8'));
  return new Set(texts.flatMap((text) => text.match(TEST) ?? []).flatMap((test) => test.match(ROW) ?? []));
}
