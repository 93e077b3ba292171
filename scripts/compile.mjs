// Turns sources into outputs with tsc, and knows whether the outputs still belong to the sources.
import { createHash } from 'node:crypto';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname, extname, join, relative } from 'node:path';
import { runNode } from './child.mjs';
import { installedCommand, root, ScriptFailure } from './project.mjs';

/** Files that a compiled module reads at run time from beside itself. */
const copiedExtensions = new Set(['.lua', '.sql']);
const configFiles = ['package.json', 'package-lock.json', 'tsconfig.json', 'tsconfig.build.json'];

/**
 * True when the last successful build was made of the sources as they are now and its outputs are still there. By
 * content, because a checkout or a copy gives any file any time.
 */
export function isCurrent(target) {
  let stamp;
  try {
    stamp = JSON.parse(readFileSync(join(root, target.stamp), 'utf8'));
  } catch {
    return false;
  }
  if (stamp.sources !== digest(target)) return false;
  return expectedOutputs(target).every((path) => existsSync(join(root, path)));
}

/** @throws ScriptFailure when tsc finds a fault; no stamp is left then, so the next command builds again */
export async function compile(target, purpose) {
  const startedAt = performance.now();
  rmSync(join(root, target.stamp), { force: true });
  // A file that is edited while tsc runs must make the result out of date.
  const sources = digest(target);
  const missing = expectedOutputs(target).some((path) => !existsSync(join(root, path)));
  // tsc trusts its build info and would not write an output again that somebody deleted.
  if (missing) rmSync(join(root, target.buildInfo), { force: true });

  const { code } = await runNode(
    installedCommand('typescript', 'tsc'),
    ['-p', target.project, '--noEmitOnError'],
    { cwd: root },
  );
  if (code !== 0) {
    throw new ScriptFailure(`${purpose} failed: the compiler's messages above say where.`, code);
  }
  copyAssets(target);
  removeStale(target);
  mkdirSync(dirname(join(root, target.stamp)), { recursive: true });
  writeFileSync(join(root, target.stamp), JSON.stringify({ sources }));
  console.error(`${purpose}: done in ${((performance.now() - startedAt) / 1000).toFixed(1)} s`);
}

function digest(target) {
  const hash = createHash('sha256').update(process.version);
  const inputs = [...configFiles, target.project, ...target.sources.flatMap(({ from }) => inputsUnder(from))];
  for (const path of new Set(inputs)) {
    hash.update(`\0${path}\0`).update(readFileSync(join(root, path)));
  }
  return hash.digest('hex');
}

function inputsUnder(folder) {
  return filesUnder(folder).filter(
    (path) => (path.endsWith('.ts') && !isForSpecs(path)) || copiedExtensions.has(extname(path)),
  );
}

/** Specs, and what only specs share: the build leaves both out. */
function isForSpecs(path) {
  return path.endsWith('.spec.ts') || path.includes('/testing/');
}

function expectedOutputs(target) {
  return target.sources.flatMap(({ from, to }) =>
    inputsUnder(from).flatMap((path) => {
      const output = join(to, relative(from, path));
      if (copiedExtensions.has(extname(path))) return [output];
      if (path.endsWith('.d.ts')) return [];
      return [output.replace(/\.ts$/, '.js')];
    }),
  );
}

function copyAssets(target) {
  for (const { from, to } of target.sources) {
    for (const path of filesUnder(from).filter((file) => copiedExtensions.has(extname(file)))) {
      const output = join(root, to, relative(from, path));
      mkdirSync(dirname(output), { recursive: true });
      copyFileSync(join(root, path), output);
    }
  }
}

/** An output whose source is gone would still be found by whoever imports or lists it. */
function removeStale(target) {
  const kept = new Set(expectedOutputs(target));
  for (const { to } of target.sources) {
    for (const path of filesUnder(to)) {
      const output = path.replace(/\.js\.map$|\.d\.ts$/, '.js');
      if (!kept.has(output) && path !== target.buildInfo) rmSync(join(root, path));
    }
    removeEmptyFolders(join(root, to));
  }
}

function removeEmptyFolders(folder) {
  if (!existsSync(folder)) return;
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    if (entry.isDirectory()) removeEmptyFolders(join(folder, entry.name));
  }
  if (readdirSync(folder).length === 0) rmdirSync(folder);
}

/** @returns paths from the project's root, in a fixed order */
function filesUnder(folder) {
  if (!existsSync(join(root, folder))) return [];
  return readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(root, join(entry.parentPath ?? entry.path, entry.name)))
    .toSorted();
}
