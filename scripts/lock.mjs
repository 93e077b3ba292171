// A lock between processes on one folder: two commands started at once must not install or build over each other.
import { mkdir, mkdtemp, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

const heartbeatMs = 5_000;
/** An owner on another host (a shared folder) or with a recycled process id is judged by its heartbeat alone. */
const staleAfterMs = 120_000;

/**
 * Runs `work` while holding the lock folder `path`; waits for another holder to end, and takes over from a dead one.
 * @template T
 * @param {string} path
 * @param {string} purpose told to whoever waits
 * @param {() => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function withLock(path, purpose, work) {
  await mkdir(dirname(path), { recursive: true });
  let told = false;
  while (!(await acquire(path))) {
    if (await holderIsGone(path)) await removeAbandoned(path);
    else {
      if (!told) console.error(`Waiting for another process that is already ${purpose} (${path}).`);
      told = true;
      await sleep(250);
    }
  }
  const heartbeat = setInterval(() => {
    const now = new Date();
    utimes(path, now, now).catch(() => undefined);
  }, heartbeatMs);
  try {
    return await work();
  } finally {
    clearInterval(heartbeat);
    await remove(path);
  }
}

/** The owner's name is inside before the folder gets its name, so a lock never stands there unowned. */
async function acquire(path) {
  const prepared = await mkdtemp(`${path}-`);
  await writeFile(join(prepared, 'owner'), JSON.stringify({ pid: process.pid, host: hostname() }));
  try {
    await rename(prepared, path);
    return true;
  } catch (error) {
    await rm(prepared, { recursive: true, force: true });
    if (['ENOTEMPTY', 'EEXIST', 'EPERM'].includes(error.code)) return false;
    throw error;
  }
}

/** Renamed first: a folder emptied in place could be taken by another process before it is gone. */
async function remove(path) {
  const leaving = `${path}-${process.pid}-${Date.now()}`;
  await rename(path, leaving);
  await rm(leaving, { recursive: true, force: true });
}

async function holderIsGone(path) {
  try {
    const owner = JSON.parse(await readFile(join(path, 'owner'), 'utf8'));
    if (Date.now() - (await stat(path)).mtimeMs > staleAfterMs) return true;
    return owner.host === hostname() && !isAlive(owner.pid);
  } catch (error) {
    if (error.code === 'ENOENT') return false;
    throw error;
  }
}

/** Judged again under a second lock, or one waiter could remove the lock that another has just taken. */
async function removeAbandoned(path) {
  const guard = `${path}.takeover`;
  try {
    await mkdir(guard);
  } catch (error) {
    if (error.code !== 'EEXIST') throw error;
    const ageMs = Date.now() - (await stat(guard).catch(() => ({ mtimeMs: Date.now() }))).mtimeMs;
    if (ageMs > staleAfterMs) await rm(guard, { recursive: true, force: true });
    await sleep(100);
    return;
  }
  try {
    if (await holderIsGone(path)) await remove(path);
  } finally {
    await rm(guard, { recursive: true, force: true });
  }
}

function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}
