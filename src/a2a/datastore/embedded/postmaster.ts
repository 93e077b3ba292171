import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { EmbeddedPostgresError, systemCode } from './embedded-postgres.error.js';
import type { PostgresBinaries } from './postgres-binaries.js';
import { processFacts } from './process-facts.js';
import type { ServerAccount } from './server-account.js';
import { startWatched, type WatchedProcess } from './watchdog.js';

/** The port names the socket's file; each server has a folder of its own. */
export const PORT = 5432;

/** What a running server tells about itself in its data folder. */
export interface PostmasterFile {
  readonly pid: number;
  /** The folder of its Unix socket; empty when it has not got that far. */
  readonly socket: string;
}

/** How long a signal may take before the next, harder one: a fast shutdown writes everything down first. */
const FAST_MS = 10_000;
const IMMEDIATE_MS = 3_000;
const POLL_MS = 20;

/** Starts the server, with the watchdog that ends it together with the agent. */
export function startPostmaster(options: {
  binaries: PostgresBinaries;
  data: string;
  socket: string;
  account: ServerAccount | undefined;
  output: number;
}): WatchedProcess {
  const settings = [
    'listen_addresses=',
    'unix_socket_permissions=0700',
    'shared_buffers=32MB',
    'max_connections=200',
    // The log is for what ails the server: an agent's failed statements reach the agent, and may hold its data.
    'log_min_messages=log',
    'log_min_error_statement=panic',
    'log_checkpoints=off',
  ];
  return startWatched(
    join(options.binaries.folder, 'bin', 'postgres'),
    [
      '-D',
      options.data,
      '-k',
      options.socket,
      '-p',
      String(PORT),
      ...settings.flatMap((setting) => ['-c', setting]),
    ],
    options,
  );
}

/** What `postmaster.pid` says; undefined without one. It may have outlived its server. */
async function readPostmasterFile(data: string): Promise<PostmasterFile | undefined> {
  const lines = (await readFile(join(data, 'postmaster.pid'), 'utf8').catch(() => '')).split('\n');
  const pid = Number(lines[0]);
  return pid > 0 ? { pid, socket: lines[4]?.trim() ?? '' } : undefined;
}

/** The server that runs on the data; undefined when none does, whatever `postmaster.pid` says. */
export async function livePostmaster(data: string): Promise<PostmasterFile | undefined> {
  const file = await readPostmasterFile(data);
  const facts = file && (await processFacts(file.pid));
  if (!facts || facts.program !== 'postgres') return undefined;
  const named = ['\0', ' '].some((gap) => facts.arguments.includes(`${gap}-D${gap}${data}${gap}`));
  return named || facts.workingDirectory === data ? file : undefined;
}

/** Removes what a dead server left: its pid may by now be another process's, and the next one would believe it. */
export async function removeTraces(data: string, socket: string): Promise<void> {
  const former = (await readPostmasterFile(data))?.socket;
  await rm(join(data, 'postmaster.pid'), { force: true });
  for (const folder of former && former !== socket ? [socket, former] : [socket]) {
    await rm(join(folder, `.s.PGSQL.${PORT}.lock`), { force: true });
    await rm(join(folder, `.s.PGSQL.${PORT}`), { force: true });
  }
}

/**
 * Waits until no server runs on the data.
 *
 * @returns false when one still does after that time
 */
export async function waitUntilGone(data: string, milliseconds: number): Promise<boolean> {
  for (const end = Date.now() + milliseconds; ; await delay(POLL_MS)) {
    if (!(await livePostmaster(data))) return true;
    if (Date.now() >= end) return false;
  }
}

/**
 * Ends the server that runs on the data, if any: fast, then at once, then by force. The last two cost a
 * recovery at the next start, never data.
 *
 * @throws EmbeddedPostgresError when it can't be ended
 */
export async function endPostmaster(data: string): Promise<void> {
  for (const [signal, milliseconds] of [
    ['SIGINT', FAST_MS],
    ['SIGQUIT', IMMEDIATE_MS],
    ['SIGKILL', IMMEDIATE_MS],
  ] as const) {
    const server = await livePostmaster(data);
    if (!server) return;
    try {
      process.kill(server.pid, signal);
    } catch (error) {
      if (systemCode(error) === 'EPERM') break;
    }
    if (await waitUntilGone(data, milliseconds)) return;
  }
  const pid = (await livePostmaster(data))?.pid;
  if (pid === undefined) return;
  throw new EmbeddedPostgresError(
    `The PostgreSQL server with process id ${pid} runs on ${data} and can't be ended from here: ` +
      'end it, set another DATA_DIR, or set DATASTORE_URL.',
  );
}
