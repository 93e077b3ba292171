import { describe, expect, it } from 'vitest';
import { presentableFindings } from './finding.js';
import { PythonLinter } from './python.linter.js';

const linter = new PythonLinter();
const lint = (content: string, path = 'src/a.py') =>
  presentableFindings(path, linter.lint({ path, content }));
const brief = (content: string, path?: string) =>
  lint(content, path).map(({ severity, rule, line, column }) => `${severity} ${rule} ${line}:${column}`);

describe('PythonLinter', () => {
  it('finds planted faults, each with its rule and place', () => {
    const content = [
      'import os',
      'import subprocess',
      '',
      'def run(command, seen=[]):',
      '    try:',
      '        return subprocess.call("ls " + command, shell=True)',
      '    except:',
      '        print("%s %s" % (comand,))',
      '        return command is "x"',
    ].join('\n');
    expect(brief(content)).toEqual([
      'warning F401 1:8',
      'warning B006 4:23',
      'warning S602 6:16',
      'warning E722 7:5',
      'error F507 8:15',
      'error F821 8:26',
      'error F632 9:16',
    ]);
  });

  it.each([
    ['import os  # noqa\n', 1],
    ['import os  # NOQA: F401\n', 1],
    ['# ruff: noqa\nimport os\n', 2],
    ['# flake8: noqa\nimport os\n', 2],
    ['#ruff:noqa:F401\nimport os\n', 2],
    ['# ruff: disable[F401]\nimport os\n# ruff: enable[F401]\n', 2],
    ['# ruff: file-ignore[F401]\nimport os\n', 2],
    ['import os  # ruff: ignore[F401]\n', 1],
  ])('is not silenced by %j', (content, line) => {
    expect(brief(content)).toEqual([`warning F401 ${line}:8`]);
  });

  it('reports a syntax error where it is', () => {
    expect(lint('x = 1\nif x:\ny = 2\n')).toEqual([
      {
        rule: 'syntax-error',
        severity: 'error',
        path: 'src/a.py',
        line: 3,
        column: 1,
        message: 'Expected an indented block after `if` statement',
      },
    ]);
  });

  it.each(['../x.py', '/abs/x.py', 'C:\\x\\X.PY', 'x', ''])('lints under any path: %j', (path) => {
    expect(lint('import os\n', path)).toEqual([expect.objectContaining({ rule: 'F401', path })]);
  });

  it.each(['x.ts', 'x.pyi', 'x.ipynb'])('does not guess at %j', (path) => {
    expect(lint('import os\n', path)).toEqual([expect.objectContaining({ rule: 'not-reviewed', path })]);
  });

  it('counts columns in UTF-16 units, without the byte order mark', () => {
    expect(brief('\uFEFFimport os\r\n')).toEqual(['warning F401 1:8']);
    expect(brief('a = "\u{1F600}" + b\n')).toEqual(['error F821 1:12']);
  });

  it('lets __init__.py import for others, and FastAPI declare dependencies', () => {
    expect(brief('from .a import b\n', 'pkg/__init__.py')).toEqual([]);
    expect(brief('from fastapi import Depends\n\n\ndef f(a=Depends(print)):\n    return a\n')).toEqual([]);
  });

  it('throws for code that is nested too deeply, and works on', () => {
    expect(() => lint(`x = ${'['.repeat(20_000)}${']'.repeat(20_000)}\n`)).toThrow(RangeError);
    expect(brief('import os\n')).toEqual(['warning F401 1:8']);
  });
});
