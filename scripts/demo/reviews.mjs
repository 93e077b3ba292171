// What the demo has reviewed: this repository's own sources and a few Python files, each with a planted fault.
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { root } from '../project.mjs';

const samples = join(root, 'scripts', 'demo', 'samples');

/** @typedef {{ path: string, content: string }} SourceFile */
/** @typedef {{ path: string, line: number, rule: string, what: string }} PlantedFault */
/** @typedef {{ language: string, tags: string[], files: SourceFile[], planted: PlantedFault[] }} Review */

/** @returns {Review[]} `tags` are those that a skill on the card must have to be asked for the review */
export function reviews() {
  const python = ['order_totals.py', 'stock_report.py', 'export_orders.py'].map((name) => sample(name, name));
  const invoice = sample('exchange-rate.ts.txt', 'src/exchange-rate.ts');
  return [
    {
      language: 'TypeScript',
      tags: ['code-review', 'typescript'],
      files: [...ownSources(), invoice],
      planted: [planted([invoice], 'perEuro === NaN', 'use-isnan', 'compared with NaN')],
    },
    {
      language: 'Python',
      tags: ['code-review', 'python'],
      files: python,
      planted: [
        planted(python, 'applied: list[str] = []', 'B006', 'mutable default'),
        planted(python, 'len(shortage)', 'F821', 'undefined name'),
        planted(python, 'import json', 'F401', 'unused import'),
      ],
    },
  ];
}

/** @returns {SourceFile[]} */
function ownSources() {
  return readdirSync(join(root, 'src'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.ts'))
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name))
    .toSorted()
    .map((file) => ({
      path: relative(root, file).split(sep).join('/'),
      content: readFileSync(file, 'utf8'),
    }));
}

/** Samples do not end in .ts, so that this project's own compiler and linter leave their faults alone. */
function sample(name, path) {
  return { path, content: readFileSync(join(samples, name), 'utf8') };
}

/**
 * The line is counted here, from the faulty code, so that a sample can be edited.
 *
 * @returns {PlantedFault}
 */
function planted(files, code, rule, what) {
  const file = files.find(({ content }) => content.includes(code));
  const line = file.content.slice(0, file.content.indexOf(code)).split('\n').length;
  return { path: file.path, line, rule, what };
}
