// Runs every check of the code, two at a time, and reports each that fails.
import { mkdirSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { runNode } from './child.mjs';
import { buildDir, installedCommand, root } from './project.mjs';

const cacheDir = join(buildDir, 'lint');

/** The slowest first, so that the short ones fill the time beside it. */
function checks() {
  return [
    {
      name: 'types (tsc)',
      file: installedCommand('typescript', 'tsc'),
      args: ['--noEmit', '--incremental', '--tsBuildInfoFile', join(cacheDir, 'tsc.tsbuildinfo')],
    },
    {
      name: 'format (prettier)',
      file: installedCommand('prettier'),
      args: [
        '--check',
        '.',
        '--log-level',
        'warn',
        '--cache',
        '--cache-location',
        join(cacheDir, 'prettier'),
      ],
    },
    {
      name: 'code (oxlint)',
      file: installedCommand('oxlint'),
      args: [
        '--type-aware',
        '--deny-warnings',
        '--report-unused-disable-directives',
        'src',
        'test',
        'scripts',
      ],
    },
    { name: 'unused (knip)', file: installedCommand('knip'), args: ['--no-progress'] },
    {
      name: 'floor plan (dependency-cruiser)',
      file: installedCommand('dependency-cruiser', 'depcruise'),
      args: ['--config', '.dependency-cruiser.cjs', 'src', 'test', 'scripts'],
    },
    { name: 'dependency table', file: join(root, 'scripts', 'check-dependencies.mjs'), args: [] },
  ];
}

/** @returns {Promise<number>} 1 when a check failed */
export async function lint() {
  const startedAt = performance.now();
  mkdirSync(cacheDir, { recursive: true });
  const queue = checks();
  const failed = [];
  const work = async () => {
    for (let check = queue.shift(); check !== undefined; check = queue.shift()) {
      if (!(await passes(check))) failed.push(check.name);
    }
  };
  await Promise.all(Array.from({ length: Math.min(4, availableParallelism()) }, work));
  const verdict = failed.length === 0 ? 'everything passed' : `FAILED: ${failed.join(', ')}`;
  console.log(`lint: ${verdict} in ${secondsSince(startedAt)} s`);
  return failed.length === 0 ? 0 : 1;
}

async function passes({ name, file, args }) {
  const startedAt = performance.now();
  const { code, output } = await runNode(file, args, { cwd: root, capture: true });
  console.log(`${code === 0 ? 'ok    ' : 'FAILED'} ${name}, ${secondsSince(startedAt)} s`);
  if (code !== 0) console.log(output.trimEnd());
  return code === 0;
}

function secondsSince(startedAt) {
  return ((performance.now() - startedAt) / 1000).toFixed(1);
}
