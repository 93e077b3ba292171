import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';

const FILE = fileURLToPath(new URL('../../../.build/chaos-figures.json', import.meta.url));

/** What a suite has measured: names with their units. */
export type Figures = Readonly<Record<string, number | string>>;

/** What the tests of a suite have told so far; each adds to it. */
const told = new Map<string, Figures>();

/** Says a suite's figures in one line, and keeps them in `.build/chaos-figures.json` beside those of the others. */
export function recordFigures(suite: string, datastore: string, figures: Figures): void {
  const rounded = Object.fromEntries(
    Object.entries(figures).map(([name, value]) => [
      name,
      typeof value === 'number' ? Math.round(value * 100) / 100 : value,
    ]),
  );
  const words = Object.entries(rounded).map(([name, value]) => `${name} ${value}`);
  console.log(`chaos figures, ${suite} on ${datastore}: ${words.join(', ')}`);
  const name = `${suite} on ${datastore}`;
  told.set(name, { ...told.get(name), ...rounded });
  mkdirSync(dirname(FILE), { recursive: true });
  writeFileSync(
    FILE,
    `${JSON.stringify({ ...read(), [name]: told.get(name) }, undefined, 2)}
`,
  );
}

function read(): object {
  try {
    return JSON.parse(readFileSync(FILE, 'utf8')) as object;
  } catch {
    return {};
  }
}

/** @returns the value below which this share of the values lies */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}
