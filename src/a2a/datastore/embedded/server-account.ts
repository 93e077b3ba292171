import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { EmbeddedPostgresError } from './embedded-postgres.error.js';

/** The account that the server runs as and its files belong to. */
export interface ServerAccount {
  readonly name: string;
  readonly uid: number;
  readonly gid: number;
}

/** Accounts that a Unix system comes with, the least powerful first. */
const UNPRIVILEGED = ['nobody', 'daemon', 'bin'];

/**
 * PostgreSQL refuses to run as root, so as root another account has to stand in; none is created.
 *
 * @param owner whom the data belong to, when there are any
 * @returns undefined when the agent isn't root: the server then runs as the agent does
 * @throws EmbeddedPostgresError when root has no other account to use
 */
export async function serverAccount(
  owner: { uid: number; gid: number } | undefined,
): Promise<ServerAccount | undefined> {
  if (process.getuid?.() !== 0) return undefined;
  if (owner && owner.uid !== 0) return { name: `uid ${owner.uid}`, uid: owner.uid, gid: owner.gid };
  const accounts = (await readFile('/etc/passwd', 'utf8').catch(() => ''))
    .split('\n')
    .map((line) => line.split(':'))
    .map(([name = '', , uid, gid]) => ({ name, uid: Number(uid), gid: Number(gid) }));
  for (const name of UNPRIVILEGED) {
    const account = accounts.find((candidate) => candidate.name === name && candidate.uid !== 0);
    if (account) return account;
  }
  throw new EmbeddedPostgresError(
    `The embedded PostgreSQL can't run as root and /etc/passwd has none of the accounts ${UNPRIVILEGED.join(', ')}: ` +
      'start the agent as an ordinary user, or set DATASTORE_URL.',
  );
}

/** Options that make a child process run as the account. */
export function runAs(account: ServerAccount | undefined): { uid?: number; gid?: number } {
  // "nobody" is -2 on macOS: spawn wants it signed, chown unsigned.
  return account ? { uid: account.uid | 0, gid: account.gid | 0 } : {};
}

/** The account's ids as `chown` wants them; the agent's own without an account. */
export function ownerIds(account: ServerAccount | undefined): { uid: number; gid: number } {
  return account
    ? { uid: account.uid >>> 0, gid: account.gid >>> 0 }
    : { uid: process.getuid?.() ?? 0, gid: process.getgid?.() ?? 0 };
}

/**
 * Tries it out instead of adding up mode bits, so that access lists, mount options and every parent count.
 *
 * @param right `-r` read, `-x` run a file or enter a folder (as of test(1))
 * @returns whether the account has the right on all of the paths
 */
export async function accountCan(
  account: ServerAccount | undefined,
  right: '-r' | '-x',
  ...paths: string[]
): Promise<boolean> {
  const script = 'right=$1; shift; for path; do [ "$right" "$path" ] || exit 1; done';
  const child = spawn('/bin/sh', ['-c', script, 'sh', right, ...paths], {
    ...runAs(account),
    cwd: '/',
    env: {},
    stdio: 'ignore',
  });
  const [code] = await once(child, 'exit');
  return code === 0;
}
