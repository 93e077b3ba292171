// Reads the test runner's own JSON report and says in one line how it went.
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { buildDir } from './project.mjs';

export const reportPath = join(buildDir, 'test-report.json');
/** The summary line once more, for whoever has something else to print before it. */
export const summaryPath = join(buildDir, 'test-summary.txt');

/** A report of an earlier run must not be taken for this one's. */
export function removeReport() {
  rmSync(reportPath, { force: true });
  rmSync(summaryPath, { force: true });
}

/**
 * @param {number} runnerCode the runner's exit code
 * @returns {{ notes: string[], summary: string, ok: boolean }} notes: what a reader should know besides the numbers
 */
export function summarise(runnerCode) {
  const files = readReport()?.testResults ?? [];
  const tests = files.flatMap((file) => file.assertionResults);
  const passed = tests.filter(({ status }) => status === 'passed').length;
  const skipped = tests.filter(({ status }) => ['skipped', 'pending', 'todo'].includes(status));
  let failed = tests.filter(({ status }) => status === 'failed').length;
  const notes = skipped.map((test) => `skipped: ${test.fullName}`);

  for (const file of files) {
    if (file.status !== 'failed' || file.assertionResults.some(({ status }) => status === 'failed')) continue;
    failed += 1;
    notes.push(`failed as a whole, counted as one: ${file.name}`);
  }
  if (runnerCode !== 0 && failed === 0) {
    failed = 1;
    notes.push(
      `The runner ended with exit code ${runnerCode} though no test failed; counted as one failure.`,
    );
  }
  if (passed + failed === 0) notes.push('No test ran. Is the filter right?');
  return {
    notes,
    summary: `${passed} passed, ${failed} failed, ${skipped.length} skipped`,
    ok: failed === 0 && passed > 0,
  };
}

function readReport() {
  try {
    return JSON.parse(readFileSync(reportPath, 'utf8'));
  } catch {
    return undefined;
  }
}
