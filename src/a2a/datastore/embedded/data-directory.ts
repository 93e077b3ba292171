import { createHash } from 'node:crypto';
import {
  chmod,
  lchown,
  lstat,
  mkdir,
  mkdtemp,
  readFile,
  realpath,
  rename,
  stat,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { EmbeddedPostgresError, systemCode } from './embedded-postgres.error.js';
import { accountCan, ownerIds, type ServerAccount } from './server-account.js';

/** Where a server keeps its things. */
export interface Locations {
  /** Holds the data folder and copies of binaries: our folder in DATA_DIR, or one below /var/tmp. */
  readonly base: string;
  /** The folder of PostgreSQL's data, in `base`. */
  readonly data: string;
  /** The folder of the Unix socket: below the system's temporary directory, only for the server's account. */
  readonly socket: string;
}

/** The system refuses a longer socket path: 107 bytes on Linux, 103 on macOS, its NUL not counted. */
const SOCKET_PATH_BYTES = 103;
const SOCKET_NAME = '/.s.PGSQL.5432';
/** Survives a reboot, unlike /tmp. */
const ELSEWHERE = '/var/tmp';
const RECORD = 'location.json';

/**
 * Makes our folder in DATA_DIR, and DATA_DIR if need be: closed to everybody else. As root others may pass
 * through it, without reading it, as the server runs under another account.
 *
 * @returns the folder, without symbolic links in its path
 */
export async function makeOwnFolder(dataDir: string): Promise<string> {
  const mode = process.getuid?.() === 0 ? 0o711 : 0o700;
  const wanted = resolve(dataDir);
  if (await mkdir(wanted, { recursive: true, mode })) await chmod(wanted, mode);
  const folder = join(await realpath(wanted), 'postgres');
  await mkdir(folder, { recursive: true, mode });
  const { uid } = await stat(folder);
  if (uid === process.getuid?.()) await chmod(folder, mode);
  else if (process.getuid?.() !== 0) {
    throw new EmbeddedPostgresError(
      `${folder} belongs to another account (uid ${uid}): set DATA_DIR to a folder of your own, or set DATASTORE_URL.`,
    );
  }
  return folder;
}

/** Whom the data in a folder belong to; undefined when there are none yet. */
export async function dataOwner(folder: string): Promise<{ uid: number; gid: number } | undefined> {
  return lstat(join(folder, 'data')).catch(() => undefined);
}

/**
 * Settles where things are and writes it down in our folder, so that every start finds the same data.
 *
 * @throws EmbeddedPostgresError when data are here that the account can't reach
 */
export async function settleLocations(
  folder: string,
  account: ServerAccount | undefined,
  log: (line: string) => void,
): Promise<Locations> {
  const record = await readRecord(folder);
  const hash = createHash('sha256').update(folder).digest('hex').slice(0, 16);
  const base = await chooseBase(folder, hash, account, record.base, log);
  const socket = await chooseSocketFolder(hash, account, record.socket);
  const path = join(folder, RECORD);
  await writeFile(`${path}.new`, JSON.stringify({ base, socket }, null, 2));
  await rename(`${path}.new`, path);
  return { base, data: join(base, 'data'), socket };
}

async function readRecord(folder: string): Promise<{ base?: string; socket?: string }> {
  try {
    return JSON.parse(await readFile(join(folder, RECORD), 'utf8')) as { base?: string; socket?: string };
  } catch {
    // Nothing is lost with it but names that chance had a part in.
    return {};
  }
}

async function chooseBase(
  folder: string,
  hash: string,
  account: ServerAccount | undefined,
  recorded: string | undefined,
  log: (line: string) => void,
): Promise<string> {
  const reachable = await accountCan(account, '-x', folder);
  if (await isFile(join(folder, 'data', 'PG_VERSION'))) {
    if (reachable) return folder;
    throw new EmbeddedPostgresError(
      `The account ${account?.name ?? 'of this process'}, which the embedded PostgreSQL runs as, can't enter ${folder} ` +
        'any more: let it pass through every parent folder (chmod o+x), set another DATA_DIR, or set DATASTORE_URL.',
    );
  }
  if (recorded && recorded !== folder) {
    if ((await isPrivate(recorded, 0, 0o022)) && (await isFile(join(recorded, 'data', 'PG_VERSION')))) {
      log(`The data are in ${recorded}`);
      return recorded;
    }
    log(`The data that were in ${recorded} are gone`);
  }
  if (reachable) return folder;
  const base = await makePrivate(ELSEWHERE, `nest-a2a-${hash}`, 0, 0o022);
  await chmod(base, 0o711);
  log(
    `The data are in ${base}: the account ${account?.name ?? ''}, which PostgreSQL runs as instead of root, can't ` +
      `enter ${folder}. To keep them elsewhere set DATA_DIR to a folder that it can enter`,
  );
  return base;
}

async function chooseSocketFolder(
  hash: string,
  account: ServerAccount | undefined,
  recorded: string | undefined,
): Promise<string> {
  const owner = ownerIds(account);
  if (recorded && fits(recorded) && (await isPrivate(recorded, owner.uid, 0o077))) return recorded;
  const name = `nest-a2a-${hash}`;
  for (const parent of [await realpath(tmpdir()).catch(() => '/tmp'), '/tmp', ELSEWHERE]) {
    // mkdtemp may add seven characters.
    if (!fits(join(parent, `${name}-123456`)) || !(await accountCan(account, '-x', parent))) continue;
    const folder = await makePrivate(parent, name, owner.uid, 0o077).catch(() => undefined);
    if (folder === undefined) continue;
    await lchown(folder, owner.uid, owner.gid);
    return folder;
  }
  throw new EmbeddedPostgresError(
    "There is no temporary folder for the embedded PostgreSQL's socket: set TMPDIR to a writable folder with a " +
      `short path that ${account?.name ?? 'this user'} can enter, or set DATASTORE_URL.`,
  );
}

const fits = (folder: string): boolean => Buffer.byteLength(folder + SOCKET_NAME) <= SOCKET_PATH_BYTES;

/**
 * Makes a folder whose name anybody could have foreseen, in a parent anybody may write to. One that is already
 * there is used only if it is closed to all but its right owner; otherwise an unforeseeable name is taken.
 */
async function makePrivate(parent: string, name: string, uid: number, forbidden: number): Promise<string> {
  const folder = join(parent, name);
  try {
    await mkdir(folder, { mode: 0o700 });
    return folder;
  } catch (error) {
    if (systemCode(error) !== 'EEXIST') throw error;
  }
  return (await isPrivate(folder, uid, forbidden)) ? folder : mkdtemp(`${folder}-`);
}

async function isPrivate(folder: string, uid: number, forbidden: number): Promise<boolean> {
  const facts = await lstat(folder).catch(() => undefined);
  return facts !== undefined && facts.isDirectory() && facts.uid === uid && (facts.mode & forbidden) === 0;
}

const isFile = (path: string): Promise<boolean> =>
  lstat(path).then(
    (facts) => facts.isFile(),
    () => false,
  );
