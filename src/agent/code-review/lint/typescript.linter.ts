import { Linter } from 'eslint/universal';
import { notReviewed, SYNTAX_ERROR, type Finding, type SourceFile } from './finding.js';
import { TYPESCRIPT_RULES } from './typescript.rules.js';

const EXTENSION = /(?:\.d)?\.[cm]?[jt]sx?$/i;

/** Reviews TypeScript and JavaScript, JSX where the extension says so. Only to be loaded in a worker thread. */
export class TypeScriptLinter {
  readonly #linter = new Linter({ configType: 'flat' });

  /**
   * The findings of one file, in no particular order.
   *
   * @throws RangeError when the code is nested too deeply; Error when the parser or a rule of ESLint breaks.
   */
  lint(file: SourceFile): Finding[] {
    const filename = madeUpName(file.path);
    if (filename === undefined) {
      const allowed = '.ts, .tsx, .mts, .cts, .js, .jsx, .mjs or .cjs';
      return [notReviewed(file.path, `does not look like TypeScript; send files that end in ${allowed}`)];
    }
    return this.#linter
      .verify(file.content, TYPESCRIPT_RULES, { filename })
      .filter((message) => message.ruleId !== null || message.fatal)
      .map((message) => toFinding(file.path, message));
  }
}

/**
 * ESLint matches its configuration against the file name and has none for `../x.ts` and `/abs/x.ts`: the code is
 * linted under a name of our own that keeps only the extension. A path without extension counts as TypeScript.
 */
function madeUpName(path: string): string | undefined {
  const name = path.split(/[/\\]/).at(-1) ?? '';
  const extension = EXTENSION.exec(name)?.[0].toLowerCase();
  if (extension !== undefined) return `reviewed${extension}`;
  return name.includes('.') ? undefined : 'reviewed.ts';
}

function toFinding(path: string, message: Linter.LintMessage): Finding {
  if (message.fatal) return toSyntaxError(path, message);
  return {
    rule: message.ruleId ?? SYNTAX_ERROR,
    severity: message.severity === 2 ? 'error' : 'warning',
    path,
    line: Math.max(1, message.line),
    column: Math.max(1, message.column),
    message: message.message,
  };
}

/** ESLint reports a parser that broke like code that does not parse, only without a place: that is no finding. */
function toSyntaxError(path: string, { line, column, message }: Linter.LintMessage): Finding {
  const text = message.replace(/^Parsing error: /, '');
  if (text.includes('Maximum call stack')) throw new RangeError(text);
  if (!line) throw new Error(text);
  // The TypeScript parser counts columns from 0 where ESLint expects 1, and ESLint passes them on as they are.
  return { rule: SYNTAX_ERROR, severity: 'error', path, line, column: column + 1, message: text };
}
