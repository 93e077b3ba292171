import { createRequire } from 'node:module';
import type * as Ruff from '@astral-sh/ruff-wasm-nodejs';
import { notReviewed, SYNTAX_ERROR, type Finding, type SourceFile } from './finding.js';

const RUFF = '@astral-sh/ruff-wasm-nodejs';

/** Pyflakes, the parts of pycodestyle that ruff turns on by itself, invalid escapes, bugbear, pylint's errors. */
const CORRECTNESS = ['F', 'E4', 'E7', 'E9', 'W605', 'B', 'PLE'];

/** Of flake8-bandit what is a hole nearly wherever it stands; `assert`, `random` and plain `subprocess` are not. */
const SECURITY = 'S102,S105,S106,S107,S110,S113,S301,S306,S307,S324,S501,S506,S602,S605,S608,S701,S702'.split(
  ',',
);

const SETTINGS = {
  // The newest version whose annotations still need their names at run time: newer syntax is accepted up to here.
  'target-version': 'py313',
  lint: {
    select: [...CORRECTNESS, ...SECURITY],
    // A call as a default is how FastAPI declares dependencies; the other two are taste.
    ignore: ['B008', 'B028', 'B905'],
  },
};

/** What fails at run time: bad syntax, undefined names, format strings that do not fit, misplaced statements. */
const ERRORS = /^(?:syntax-error|E9|F50|F52|F62|F63|F70|F72|F82|F901|PLE)/;

/** What silences ruff: `# noqa`, `# ruff: noqa`, `# flake8: noqa`, `# ruff: disable[...]` and their like. */
const DIRECTIVE = /(#[^\S\r\n]*)(?:noqa|ruff|flake8)/gi;

/** Reviews Python with ruff's WebAssembly build. Only to be loaded in a worker thread. */
export class PythonLinter {
  #workspace: Ruff.Workspace | undefined;

  /**
   * The findings of one file, in no particular order.
   *
   * @throws RangeError when the code is nested too deeply; WebAssembly.RuntimeError when ruff panics.
   */
  lint(file: SourceFile): Finding[] {
    const name = file.path.split(/[/\\]/).at(-1) ?? '';
    if (name.includes('.') && !/\.pyw?$/i.test(name)) {
      return [
        notReviewed(
          file.path,
          'does not look like Python; send files that end in .py (no stubs or notebooks)',
        ),
      ];
    }
    const reexports = name.toLowerCase() === '__init__.py';
    return this.#check(withoutDirectives(file.content))
      .map((diagnostic) => toFinding(file.path, diagnostic))
      .filter((finding) => !(reexports && finding.rule === 'F401'));
  }

  #check(content: string): Ruff.Diagnostic[] {
    try {
      this.#workspace ??= openWorkspace();
      const diagnostics: Ruff.Diagnostic[] = this.#workspace.check(content);
      return diagnostics;
    } catch (error) {
      // A throw from inside WebAssembly leaves its stack and memory as they were half-way, some 10 MB each time: the
      // next file gets a fresh instance.
      this.#workspace = undefined;
      throw error;
    }
  }
}

/** Ruff in a WebAssembly instance of its own, which goes when the workspace goes: nothing else may remember it. */
function openWorkspace(): Ruff.Workspace {
  const require = createRequire(import.meta.url);
  const ruff: typeof Ruff = require(RUFF);
  delete require.cache[require.resolve(RUFF)];
  return new ruff.Workspace(SETTINGS, ruff.PositionEncoding.Utf16);
}

/**
 * Ruff has no switch against `# noqa`, so the word is blunted where it stands; lengths and thus columns stay. A byte
 * order mark would count as a column.
 */
function withoutDirectives(content: string): string {
  return content
    .replace(/^\uFEFF/, '')
    .replace(DIRECTIVE, (all, hash: string) => `${hash}-${all.slice(hash.length + 1)}`);
}

function toFinding(path: string, diagnostic: Ruff.Diagnostic): Finding {
  const code = diagnostic.code ?? 'invalid-syntax';
  const rule = code === 'invalid-syntax' ? SYNTAX_ERROR : code;
  const { row, column } = diagnostic.start_location;
  return {
    rule,
    severity: ERRORS.test(rule) ? 'error' : 'warning',
    path,
    line: Math.max(1, row),
    column: Math.max(1, column),
    message: diagnostic.message,
  };
}
