// Installs what package-lock.json names, if it is not there already. Run alone: node scripts/install.mjs
import { accessSync, constants, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runChild } from './child.mjs';
import { withLock } from './lock.mjs';
import { buildDir, exitWith, root, ScriptFailure } from './project.mjs';

const oldestNode = [20, 19];

/** @throws ScriptFailure on a Node that the dependencies do not run on */
export function requireNode() {
  const [major, minor] = process.versions.node.split('.').map(Number);
  if (major > oldestNode[0] || (major === oldestNode[0] && minor >= oldestNode[1])) return;
  throw new ScriptFailure(
    `Node ${oldestNode.join('.')} or newer is needed, this is ${process.versions.node}. ` +
      'Install a newer one (https://nodejs.org) and run the command again.',
  );
}

/**
 * @param {{ development?: boolean }} [options] development: false is content without the devDependencies, as an
 *   image has them that was installed with --omit=dev
 */
export async function ensureInstalled({ development = true } = {}) {
  if (isInstalled(development)) return;
  await withLock(join(buildDir, 'locks', 'install'), 'installing the dependencies', async () => {
    if (!isInstalled(development)) await install();
  });
}

/**
 * Compares the lockfile with npm's own record of what stands in node_modules, and that record with the folders:
 * times would be wrong after a checkout, a copy or a restored cache.
 */
function isInstalled(development) {
  const wanted = packagesOf('package-lock.json');
  const present = packagesOf('node_modules/.package-lock.json');
  if (wanted === undefined || present === undefined) return false;
  for (const [path, entry] of Object.entries(wanted)) {
    if (path === '') continue;
    const found = present[path];
    if (found === undefined) {
      // npm leaves out what is optional and not for this platform.
      if (entry.optional || entry.devOptional || (entry.dev && !development)) continue;
      return false;
    }
    if (found.version !== entry.version || found.integrity !== entry.integrity) return false;
    if (!existsSync(join(root, path, 'package.json'))) return false;
  }
  return Object.keys(present).every((path) => path in wanted);
}

function packagesOf(lockfile) {
  try {
    return JSON.parse(readFileSync(join(root, lockfile), 'utf8')).packages;
  } catch {
    return undefined;
  }
}

async function install() {
  console.error('Installing the dependencies: npm ci');
  const cache = borrowedCache();
  try {
    // NODE_ENV=production would leave out what builds and tests the project.
    const args = ['ci', '--include=dev', '--include=optional', '--no-audit', '--no-fund'];
    const { code } = await runNpm(args, cache);
    if (code !== 0) {
      throw new ScriptFailure(`npm ci failed (exit code ${code}): its output above says why.`, code);
    }
  } finally {
    if (cache !== undefined) rmSync(cache, { recursive: true, force: true });
  }
}

function runNpm(args, cache) {
  const env = cache === undefined ? process.env : { ...process.env, npm_config_cache: cache };
  const npm = process.env.npm_execpath;
  // The npm that runs this script, if one does: another one on the PATH may be older.
  const [command, first] =
    npm !== undefined && basename(npm) === 'npm-cli.js' ? [process.execPath, [npm]] : ['npm', []];
  return runChild(command, [...first, ...args], { cwd: root, env });
}

/** @returns a temporary cache folder when npm could not write to its own (a service account's or read-only home) */
function borrowedCache() {
  const usual = process.env.npm_config_cache ?? join(homedir(), '.npm');
  try {
    mkdirSync(usual, { recursive: true });
    accessSync(usual, constants.W_OK);
    return undefined;
  } catch {
    return mkdtempSync(join(tmpdir(), 'npm-cache-'));
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await exitWith(() => {
    requireNode();
    return ensureInstalled();
  });
}
