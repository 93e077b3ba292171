// Makes sure that the tests find a redis-server, installing it with the system's package manager if there is none.
// Run alone: node scripts/ensure-redis.mjs
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { runChild } from './child.mjs';
import { exitWith, ScriptFailure } from './project.mjs';

const oldest = [6, 2];

/** Each with the commands that install Redis, tried in this order. */
const packageManagers = [
  { name: 'apt-get', commands: [['update'], ['install', '-y', '--no-install-recommends', 'redis-server']] },
  { name: 'apk', commands: [['add', '--no-cache', 'redis']] },
  { name: 'dnf', commands: [['install', '-y', 'redis']] },
  { name: 'brew', commands: [['install', 'redis']], asRoot: false },
];

/** @throws ScriptFailure when there is none and none can be installed */
async function ensureRedis() {
  if (version() === undefined) await install();
  const found = version();
  if (found === undefined) throw new ScriptFailure(advice('there is none on PATH'));
  const [major, minor] = found;
  if (major < oldest[0] || (major === oldest[0] && minor < oldest[1])) {
    throw new ScriptFailure(advice(`redis-server is ${found.join('.')}`));
  }
  console.log(`redis-server ${found.join('.')}`);
}

/** @returns major and minor of the redis-server on PATH, undefined without one */
function version() {
  const { stdout, status } = spawnSync('redis-server', ['--version'], { encoding: 'utf8' });
  const match = status === 0 ? /v=(\d+)\.(\d+)/.exec(stdout) : null;
  return match ? [Number(match[1]), Number(match[2])] : undefined;
}

async function install() {
  const manager = packageManagers.find(({ name }) => isThere(name));
  if (manager === undefined) throw new ScriptFailure(advice('no package manager that I know is here either'));
  const prefix = rootPrefix(manager);
  for (const args of manager.commands) {
    const [command, ...rest] = [...prefix, manager.name, ...args];
    console.log(`redis-server is missing: ${[command, ...rest].join(' ')}`);
    // Whether it was of use shows in the end: a list of packages that could not be renewed may still be good enough.
    await runChild(command, rest, { env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } });
  }
}

/** @returns what stands before the command so that it may install */
function rootPrefix({ name, asRoot = true }) {
  if (!asRoot || process.getuid?.() === 0) return [];
  if (spawnSync('sudo', ['-n', 'true'], { stdio: 'ignore' }).status === 0) return ['sudo', '-n'];
  throw new ScriptFailure(advice(`${name} may be used by root only, and sudo asks for a password`));
}

function isThere(command) {
  return spawnSync(command, ['--version'], { stdio: 'ignore' }).error === undefined;
}

function advice(reason) {
  return `Redis ${oldest.join('.')} or newer is needed for the tests, but ${reason}: install it and put redis-server on PATH.`;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await exitWith(ensureRedis);
