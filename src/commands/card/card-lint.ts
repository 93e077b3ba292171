import { type Finding, lintCard, type LintEnvironment } from '../../a2a/card/lint/index.js';
import { CardDocumentError, readCardDocument } from './card-document.js';
import { printable } from '../printable.js';

/** How `card:lint` looks at a card. */
export interface CardLintOptions {
  /** Whether warnings fail too. */
  readonly strict: boolean;
  readonly environment: LintEnvironment;
  /** Lines for people, or one JSON list. */
  readonly format: 'text' | 'json';
}

/**
 * Looks at a card in a file, and prints what is wrong with it as {@link reportFindings} does.
 *
 * @param source the path of a JSON file, `-` for the standard input
 * @returns the exit code, and 2 for what can not be read
 */
export async function cardLint(source: string, options: CardLintOptions): Promise<number> {
  try {
    const card = await readCardDocument(source);
    return reportFindings(lintCard(card, { environment: options.environment }), options);
  } catch (error) {
    if (!(error instanceof CardDocumentError)) throw error;
    console.error(printable(error.message));
    return 2;
  }
}

/**
 * Prints a line for each finding on the standard output, what is left to say on the other.
 *
 * @returns the exit code: 0 without errors (strict: and without warnings), 1 with some
 */
export function reportFindings(
  findings: readonly Finding[],
  { strict, format }: Pick<CardLintOptions, 'strict' | 'format'>,
): number {
  if (format === 'json') {
    console.log(JSON.stringify(findings, null, 2));
  } else {
    findings.forEach((finding) => console.log(printable(lineOf(finding))));
  }
  const errors = findings.filter(({ severity }) => severity === 'error').length;
  const warnings = findings.length - errors;
  console.error(`${counted(errors, 'error')}, ${counted(warnings, 'warning')}.`);
  return errors > 0 || (strict && warnings > 0) ? 1 : 0;
}

function lineOf({ severity, pointer, message, rule }: Finding): string {
  return `${severity} ${pointer === '' ? '(card)' : pointer} ${message} (${rule})`;
}

function counted(count: number, what: string): string {
  return `${count === 0 ? 'no' : count} ${what}${count === 1 ? '' : 's'}`;
}
