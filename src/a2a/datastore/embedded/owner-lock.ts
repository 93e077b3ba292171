import { readlinkSync, readFileSync } from 'node:fs';
import { readFile, readdir, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { systemCode } from './embedded-postgres.error.js';
import { processFacts } from './process-facts.js';

/** Proof that this agent owns a data folder. */
export interface OwnerLock {
  /** Gives the folder free. Idempotent. */
  release(): Promise<void>;
}

/** Somebody else owns the folder. */
export class FolderInUse extends Error {
  constructor(
    /** The process, as far as it is known. */
    readonly pid: number | undefined,
  ) {
    super(`The folder is owned by process ${pid ?? 'unknown'}`);
  }
}

interface Holder {
  readonly pid: number;
  readonly started: string;
  readonly host: string;
}

interface LockFile {
  readonly generation: number;
  readonly path: string;
}

/** How often an owner shows that it is alive, and how long its silence must last for others to believe it dead. */
const SIGN_OF_LIFE_MS = 1_000;
const SILENCE_MS = 5_000;
/** A file is created and filled in one go; empty for longer than this, its writer has died between the two. */
const EMPTY_MS = 1_000;

/**
 * Takes the folder's owner lock, a file `owner.<generation>.lock` that holds the owner's pid. The lock of a
 * dead owner is overtaken by creating the next generation, never by deleting the file first: of all who find
 * the same dead owner exactly one succeeds in that.
 *
 * An owner whose pid can't be looked up from here (another container, another host on a shared disk) counts as
 * dead when it hasn't touched its lock for 5 s.
 *
 * @throws FolderInUse
 */
export async function takeOwnerLock(folder: string): Promise<OwnerLock> {
  const self: Holder = { pid: process.pid, started: await startOf(process.pid), host: here() };
  for (;;) {
    const newest = (await lockFiles(folder)).at(-1);
    if (newest) await refuseIfOwned(newest.path, self.host);
    const generation = (newest?.generation ?? 0) + 1;
    const path = join(folder, `owner.${generation}.lock`);
    try {
      await writeFile(path, JSON.stringify(self), { flag: 'wx', mode: 0o644 });
    } catch (error) {
      if (systemCode(error) === 'EEXIST') continue;
      throw error;
    }
    for (const older of await lockFiles(folder)) {
      if (older.generation < generation) await rm(older.path, { force: true });
    }
    return owned(path);
  }
}

function owned(path: string): OwnerLock {
  const signOfLife = setInterval(() => {
    const now = new Date();
    utimes(path, now, now).catch(() => undefined);
  }, SIGN_OF_LIFE_MS);
  signOfLife.unref();
  return {
    release: async () => {
      clearInterval(signOfLife);
      await rm(path, { force: true });
    },
  };
}

async function lockFiles(folder: string): Promise<LockFile[]> {
  return (await readdir(folder))
    .map((name) => ({ generation: Number(/^owner\.(\d+)\.lock$/.exec(name)?.[1]), path: join(folder, name) }))
    .filter(({ generation }) => generation > 0)
    .toSorted((a, b) => a.generation - b.generation);
}

async function refuseIfOwned(path: string, host: string): Promise<void> {
  const holder = await readHolder(path);
  if (!holder) return;
  if (holder.host === host) {
    if ((await startOf(holder.pid)) === holder.started) throw new FolderInUse(holder.pid);
    return;
  }
  const before = await lastTouch(path);
  await delay(SILENCE_MS);
  const after = await lastTouch(path);
  if (after !== before && after !== undefined) throw new FolderInUse(holder.pid);
}

async function readHolder(path: string): Promise<Holder | undefined> {
  for (const end = Date.now() + EMPTY_MS; ; await delay(20)) {
    try {
      return JSON.parse(await readFile(path, 'utf8')) as Holder;
    } catch (error) {
      if (systemCode(error) === 'ENOENT' || Date.now() > end) return undefined;
      if (!(error instanceof SyntaxError)) throw error;
    }
  }
}

const lastTouch = (path: string): Promise<number | undefined> =>
  stat(path).then(
    ({ mtimeMs }) => mtimeMs,
    () => undefined,
  );

/** When the process was started, told apart from other boots; empty when it doesn't run. */
async function startOf(pid: number): Promise<string> {
  const facts = await processFacts(pid);
  return facts
    ? `${orEmpty(() => readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim())}/${facts.started}`
    : '';
}

/** Where a pid means the same process: the host, and in it the namespace. */
function here(): string {
  return `${hostname()}/${orEmpty(() => readlinkSync('/proc/self/ns/pid'))}`;
}

function orEmpty(read: () => string): string {
  try {
    return read();
  } catch {
    return '';
  }
}
