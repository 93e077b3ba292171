import { describe, expect, it } from 'vitest';
import { presentableFindings } from './finding.js';
import { TypeScriptLinter } from './typescript.linter.js';

const linter = new TypeScriptLinter();
const lint = (content: string, path = 'src/a.ts') =>
  presentableFindings(path, linter.lint({ path, content }));
const brief = (content: string, path?: string) =>
  lint(content, path).map(({ severity, rule, line, column }) => `${severity} ${rule} ${line}:${column}`);

describe('TypeScriptLinter', () => {
  it('finds planted faults, each with its rule and place', () => {
    const content = [
      'import { readFile } from "node:fs";',
      'export function parse(text: any) {',
      '  debugger;',
      '  let value = JSON.parse(text);',
      '  if (value === NaN) return 1;',
      '  // @ts-ignore',
      '  return value;',
      '}',
    ].join('\n');
    expect(brief(content)).toEqual([
      'warning @typescript-eslint/no-unused-vars 1:10',
      'warning @typescript-eslint/no-explicit-any 2:29',
      'error no-debugger 3:3',
      'warning prefer-const 4:7',
      'error use-isnan 5:7',
      'warning @typescript-eslint/ban-ts-comment 6:3',
    ]);
  });

  it.each([
    ['/* eslint-disable */\ndebugger;\n', 2],
    ['debugger; // eslint-disable-line\n', 1],
    ['// eslint-disable-next-line no-debugger\ndebugger;\n', 2],
    ['/* eslint no-debugger: "off" */\ndebugger;\n', 2],
  ])('is not silenced by %j', (content, line) => {
    expect(brief(content)).toEqual([`error no-debugger ${line}:1`]);
  });

  it('reports a syntax error where it is', () => {
    expect(lint('const a = 1;\nconst b = );\n')).toEqual([
      {
        rule: 'syntax-error',
        severity: 'error',
        path: 'src/a.ts',
        line: 2,
        column: 11,
        message: 'Expression expected.',
      },
    ]);
  });

  it.each([
    '../x.ts',
    '/abs/x.ts',
    'C:\\x\\x.TS',
    '../../node_modules/x.mjs',
    'x.d.ts',
    '.ts',
    'x',
    '',
    '.hidden/x.jsx',
  ])('lints under any path: %j', (path) => {
    expect(lint('debugger;\n', path)).toEqual([expect.objectContaining({ rule: 'no-debugger', path })]);
  });

  it.each(['x.py', 'a.ts.bak', 'x.vue'])('does not guess at %j', (path) => {
    expect(lint('import os\n', path)).toEqual([expect.objectContaining({ rule: 'not-reviewed', path })]);
  });

  it('reads JSX where the extension says so, and counts it as a use', () => {
    const content = 'import { Box } from "./box.js";\nexport const view = <Box />;\n';
    expect(brief(content, 'a.tsx')).toEqual([]);
    expect(brief(content, 'a.jsx')).toEqual([]);
    expect(brief(content, 'a.ts')).toEqual([expect.stringMatching(/^error syntax-error 2:/)]);
  });

  it('knows no globals and no module system, so it complains of neither', () => {
    expect(brief('fetch(process.env.URL ?? "");\n')).toEqual([]);
    expect(brief('const fs = require("fs");\nmodule.exports = fs;\n', 'a.cjs')).toEqual([]);
    expect(brief('const fs = require("fs");\nmodule.exports = fs;\n', 'a.js')).toEqual([]);
    expect(brief('import fs = require("fs");\nexport = fs;\n', 'a.ts')).toEqual([]);
  });

  it('keeps in JavaScript the rules that a compiler would cover in TypeScript', () => {
    expect(brief('const a = 1;\na = 2;\nexport { a };\n', 'a.js')).toEqual(['error no-const-assign 2:1']);
  });

  it('accepts a leading underscore as unused on purpose', () => {
    expect(
      brief('export function f(_unused: string) {\n  try { g(); } catch (_error) { h(); }\n}\n'),
    ).toEqual([]);
  });

  it('throws for code that is nested too deeply rather than calling it a syntax error', () => {
    const nested = `export const x = ${'['.repeat(20_000)}${']'.repeat(20_000)};`;
    expect(() => lint(nested)).toThrow(RangeError);
    expect(brief('debugger;')).toHaveLength(1);
  });
});
