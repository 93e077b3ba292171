/** How much a finding matters: an `error` is wrong at run time, a `warning` is worth a look. */
type Severity = 'error' | 'warning';

/** One remark on one place of a reviewed file. `line` and `column` count from 1, columns in UTF-16 units. */
export interface Finding {
  rule: string;
  severity: Severity;
  path: string;
  line: number;
  column: number;
  message: string;
}

/** A file as the caller sent it. `path` is only a label: nothing is ever read from or written to it. */
export interface SourceFile {
  path: string;
  content: string;
}

/** The languages that can be reviewed; JavaScript counts as `typescript`. */
export type Language = 'typescript' | 'python';

/** Rule of the finding for code that does not parse. */
export const SYNTAX_ERROR = 'syntax-error';

/** Rule of the one finding of a file that was not reviewed at all. */
const NOT_REVIEWED = 'not-reviewed';

/** Rule of the last finding of a file that has more than {@link MAX_FINDINGS}. */
const TOO_MANY_FINDINGS = 'too-many-findings';

/** A file of 1 MiB can give half a million findings, and copying those to the main thread would block it. */
export const MAX_FINDINGS = 1_000;

const MAX_MESSAGE_LENGTH = 500;

/**
 * The only finding of a file that was not reviewed. It is an error, so that such a file never passes for clean.
 *
 * @param reason why, and what to do about it; a sentence without its subject, such as `is too large; split it`.
 */
export function notReviewed(path: string, reason: string): Finding {
  const message = presentable(`Not reviewed: this file ${reason}.`);
  return { rule: NOT_REVIEWED, severity: 'error', path, line: 1, column: 1, message };
}

/**
 * The findings of one file as they leave the linter: by line, column and rule, at most {@link MAX_FINDINGS} and then
 * one that says how many were left out, messages on one line and free of characters that a database refuses.
 */
export function presentableFindings(path: string, findings: Finding[]): Finding[] {
  const sorted = findings.toSorted(inReadingOrder);
  const kept = sorted.slice(0, MAX_FINDINGS);
  for (const finding of kept) finding.message = presentable(finding.message);
  const last = kept.at(-1);
  const leftOut = sorted.length - kept.length;
  if (leftOut > 0 && last) {
    const message = `${leftOut} more findings left out; fix the ones above, then send the file again.`;
    const { line, column } = last;
    kept.push({ rule: TOO_MANY_FINDINGS, severity: 'warning', path, line, column, message });
  }
  return kept;
}

function inReadingOrder(a: Finding, b: Finding): number {
  return a.line - b.line || a.column - b.column || compare(a.rule, b.rule) || compare(a.message, b.message);
}

/** By code unit: `localeCompare` would make the order depend on the machine. */
function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** Messages quote the reviewed code, so they hold whatever it holds: NUL, half a surrogate pair, a 1 MiB name. */
function presentable(message: string): string {
  const short = message.length > MAX_MESSAGE_LENGTH ? `${message.slice(0, MAX_MESSAGE_LENGTH)}…` : message;
  return short.replace(/\s+/g, ' ').replace(/[\p{Cc}\p{Cs}]/gu, '\uFFFD');
}
