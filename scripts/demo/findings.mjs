// What a review has found: as a short table, checked for the planted faults, and saved.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { root, ScriptFailure } from '../project.mjs';

/** Beside the data of `npm start`, and ignored by git like them. */
const folder = join(root, '.data', 'demo');

/** @typedef {{ rule: string, severity: string, path: string, line: number, column: number, message: string }} Finding */
/** @typedef {{ filesReviewed: number, errors: number, warnings: number, findings: Finding[] }} Findings */

/**
 * @param {{ id: string, artifacts?: { artifactId: string, parts: any[] }[] }} task
 * @returns {{ findings: Findings, report: string }} what the two artifacts of a review hold
 */
export function artifactsOf(task) {
  const partOf = (artifactId) =>
    task.artifacts?.find((artifact) => artifact.artifactId === artifactId)?.parts[0] ?? {};
  const { data: findings } = partOf('findings');
  const { text: report } = partOf('report');
  if (!Array.isArray(findings?.findings) || typeof report !== 'string') {
    const names = task.artifacts?.map(({ artifactId }) => artifactId).join(', ') || 'none';
    throw new ScriptFailure(`Task ${task.id} lacks the artifacts "findings" and "report"; it has: ${names}.`);
  }
  return { findings, report };
}

/** @returns {Finding | undefined} the finding of a planted fault: right rule, right file, right line */
export function findingOf({ findings }, { path, line, rule }) {
  return findings.find((found) => found.rule === rule && found.path === path && found.line === line);
}

/**
 * @param {Findings} findings
 * @param {import('./reviews.mjs').PlantedFault[]} planted
 * @returns {string[]} one line per rule, with the planted faults behind it
 */
export function tableOf({ findings }, planted) {
  const counts = new Map();
  for (const { rule, severity } of findings) {
    const key = JSON.stringify([rule, severity]);
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  const rows = [...counts].map(([key, count]) => {
    const [rule, severity] = JSON.parse(key);
    const marks = planted
      .filter((fault) => fault.rule === rule)
      .map((fault) => findingOf({ findings }, fault))
      .filter((found) => found?.severity === severity)
      .map(({ path, line, column }) => `<- planted: ${path}:${line}:${column}`);
    return [rule, severity, `${count}`, marks.join(', ')];
  });
  const table = [['rule', 'severity', 'count', ''], ...rows.toSorted(([a], [b]) => (a < b ? -1 : 1))];
  const width = (column) => Math.max(...table.map((row) => row[column].length));
  const [rules, severities, amounts] = [width(0), width(1), width(2)];
  return table.map(([rule, severity, count, mark]) =>
    `${rule.padEnd(rules)}  ${severity.padEnd(severities)}  ${count.padStart(amounts)}  ${mark}`.trimEnd(),
  );
}

/** @returns {string[]} the paths of the files, from the project's root */
export function save(skillId, { findings, report }) {
  const target = join(folder, skillId);
  try {
    mkdirSync(target, { recursive: true });
    writeFileSync(join(target, 'findings.json'), `${JSON.stringify(findings, null, 2)}\n`);
    writeFileSync(join(target, 'report.md'), report);
  } catch (error) {
    throw new ScriptFailure(`The artifacts cannot be saved (${error.message}): make ${folder} writable.`);
  }
  return ['findings.json', 'report.md'].map((name) => relative(root, join(target, name)));
}
