import type { Finding } from './lint/finding.js';

/** What a review found, as structured data. */
export interface ReviewFindings {
  readonly language: string;
  readonly filesReviewed: number;
  readonly errors: number;
  readonly warnings: number;
  readonly findings: readonly Finding[];
}

/** Counts the findings. */
export function summarise(
  language: string,
  filesReviewed: number,
  findings: readonly Finding[],
): ReviewFindings {
  const errors = findings.filter(({ severity }) => severity === 'error').length;
  return { language, filesReviewed, errors, warnings: findings.length - errors, findings };
}

/** The findings as a Markdown report: a summary, then a section per file. */
export function toMarkdown({ language, filesReviewed, errors, warnings, findings }: ReviewFindings): string {
  const lines = [
    `# Review of ${count(filesReviewed, `${language} file`)}`,
    '',
    findings.length === 0
      ? 'Nothing to report.'
      : `${count(errors, 'error')}, ${count(warnings, 'warning')}.`,
  ];
  for (const [path, own] of byPath(findings)) {
    lines.push('', `## ${code(path)}`, '');
    for (const { line, column, severity, rule, message } of own) {
      lines.push(`- ${line}:${column} **${severity}** ${code(rule)} ${text(message)}`);
    }
  }
  return `${lines.join('\n')}\n`;
}

function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`;
}

/** What comes from reviewed files must not become markup of the report. */
function text(value: string): string {
  return value.replace(/\s+/g, ' ').replace(/[\\`*_{}[\]<>#|]/g, '\\$&');
}

function code(value: string): string {
  return `\`${value.replace(/[\r\n`]/g, ' ')}\``;
}

function byPath(findings: readonly Finding[]): Map<string, Finding[]> {
  const groups = new Map<string, Finding[]>();
  for (const finding of findings) {
    const own = groups.get(finding.path) ?? [];
    own.push(finding);
    groups.set(finding.path, own);
  }
  return groups;
}
