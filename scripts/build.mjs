// Compiles dist/, which the agent runs from. Run alone: node scripts/build.mjs [--test-agents]
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { compile, isCurrent } from './compile.mjs';
import { ensureInstalled, requireNode } from './install.mjs';
import { withLock } from './lock.mjs';
import { buildDir, exitWith, root } from './project.mjs';

/** @typedef {{ project: string, sources: { from: string, to: string }[], buildInfo: string, stamp: string }} Target */

/** @type {Target} */
const dist = {
  project: 'tsconfig.build.json',
  sources: [{ from: 'src', to: 'dist' }],
  buildInfo: '.build/dist.tsbuildinfo',
  stamp: '.build/stamps/dist.json',
};

/** Agents that only tests start. They come with their own copy of src, so that dist/ stays what is shipped. */
const testAgents = {
  project: 'test/tsconfig.json',
  sources: [
    { from: 'src', to: '.build/src' },
    { from: 'test/support', to: '.build/test/support' },
  ],
  buildInfo: '.build/test-agents.tsbuildinfo',
  stamp: '.build/stamps/test-agents.json',
};

/** Builds dist/ if a source is newer than what stands there. */
export function ensureDist() {
  return ensure(dist, 'building dist/');
}

export function distIsCurrent() {
  return isCurrent(dist);
}

/** Builds .build/test/support/agents/*.js, which end-to-end tests start as processes. */
export async function ensureTestAgents() {
  const agents = join(root, 'test/support/agents');
  if (!existsSync(agents) || readdirSync(agents).length === 0) return;
  await ensure(testAgents, 'building the agents that the tests start');
}

async function ensure(target, purpose) {
  if (isCurrent(target)) return;
  await withLock(join(buildDir, 'locks', 'build'), purpose, async () => {
    if (!isCurrent(target)) await compile(target, purpose);
  });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await exitWith(async () => {
    requireNode();
    await ensureInstalled();
    await ensureDist();
    if (process.argv.includes('--test-agents')) await ensureTestAgents();
  });
}
