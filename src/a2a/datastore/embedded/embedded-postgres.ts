import { closeSync, openSync, rmSync } from 'node:fs';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { dataOwner, makeOwnFolder, settleLocations, type Locations } from './data-directory.js';
import { ensureDatabaseFiles } from './database-files.js';
import { EmbeddedPostgresError, systemCode } from './embedded-postgres.error.js';
import { FolderInUse, takeOwnerLock, type OwnerLock } from './owner-lock.js';
import {
  connectionTo,
  openOwnerSession,
  type EmbeddedConnection,
  type OwnerSession,
} from './owner-session.js';
import { locateBinaries, prepareBinaries, type PostgresBinaries } from './postgres-binaries.js';
import { endPostmaster, livePostmaster, removeTraces, startPostmaster, waitUntilGone } from './postmaster.js';
import { serverAccount, type ServerAccount } from './server-account.js';
import type { WatchedProcess } from './watchdog.js';

/** A private PostgreSQL server that lives and dies with this process. */
export interface EmbeddedPostgres {
  /** Settings for pg and BullMQ: the Unix socket's folder as host. */
  readonly connection: EmbeddedConnection;
  /** The same as a connection string that both accept. */
  readonly connectionString: string;
  /** PostgreSQL's data folder: where the data really are, not always below DATA_DIR. */
  readonly dataDir: string;
  /** Ends all sessions and the server, and resolves when it is gone. Idempotent, bounded to about 20 s. */
  stop(): Promise<void>;
}

/** What {@link startEmbeddedPostgres} wants to know. */
export interface EmbeddedPostgresOptions {
  /** DATA_DIR: made if missing; the server's own folder in it is `postgres`. */
  readonly dataDir: string;
  /** Called once when the server goes without `stop()`; 128 + n after signal n, null when the watchdog was killed. */
  readonly onUnexpectedExit?: (code: number | null) => void;
  /** Told what a user may want to know, such as where the data are. */
  readonly log?: (line: string) => void;
}

/** What one start has found out on its way. */
interface Start {
  readonly options: EmbeddedPostgresOptions;
  readonly folder: string;
  readonly locations: Locations;
  readonly account: ServerAccount | undefined;
  readonly binaries: PostgresBinaries;
  readonly output: number;
}

/** A server that recovers from a crash may take its time; one that is dead shows at once. */
const READY_MS = 120_000;
const POLL_MS = 25;
/** After a server was killed, its sessions hold its memory until they notice. */
const MEMORY_IN_USE_MS = 10_000;
const LEAVING_MS = 2_000;

/**
 * Starts PostgreSQL on the data in DATA_DIR, from the binaries that npm installed. It is reached through a Unix
 * socket that only this account can open, and ends when this process does, by whatever means. As root it runs
 * as an unprivileged account.
 *
 * @throws EmbeddedPostgresError when another agent uses DATA_DIR, or the server can't be started here
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const installed = await locateBinaries();
  try {
    const folder = await makeOwnFolder(options.dataDir);
    const lock = await takeOwnerLock(folder);
    try {
      return await startOwned(options, folder, installed, lock);
    } catch (error) {
      await lock.release();
      throw error;
    }
  } catch (error) {
    throw explained(error, options.dataDir);
  }
}

async function startOwned(
  options: EmbeddedPostgresOptions,
  folder: string,
  installed: PostgresBinaries,
  lock: OwnerLock,
): Promise<EmbeddedPostgres> {
  const log = options.log ?? (() => undefined);
  const account = await serverAccount(await dataOwner(folder));
  const locations = await settleLocations(folder, account, log);
  const binaries = await prepareBinaries(installed, account, locations.base, log);
  const output = openLog(folder);
  const start: Start = { options, folder, locations, account, binaries, output };
  try {
    const isNew = await ensureDatabaseFiles({ ...start, base: locations.base });
    if (isNew) log(`Made a new database in ${locations.data}`);
    await clearLeftOver(locations, options.dataDir);
    const { server, session } = await startServer(start);
    return handOver(start, server, session, lock);
  } catch (error) {
    if (!(error instanceof EmbeddedPostgresError)) throw error;
    throw new EmbeddedPostgresError(error.message + (await saidByServer(folder)), { cause: error });
  } finally {
    closeSync(output);
  }
}

/** Begun anew at each start, so that it doesn't grow for ever. */
function openLog(folder: string): number {
  rmSync(logPath(folder), { force: true });
  return openSync(logPath(folder), 'ax', 0o600);
}

const logPath = (folder: string): string => join(folder, 'server.log');

async function saidByServer(folder: string): Promise<string> {
  const text = (await readFile(logPath(folder), 'utf8').catch(() => '')).trim();
  return text ? `\n${text.slice(-2_000)}` : '';
}

/**
 * A server that still runs without an agent (its watchdog was killed too) would not end with this one, so it is
 * ended rather than adopted. One that another agent holds, its lock file deleted, is left alone.
 */
async function clearLeftOver({ data, socket }: Locations, dataDir: string): Promise<void> {
  const leftOver = await livePostmaster(data);
  if (leftOver) {
    const answer = await openOwnerSession(leftOver.socket || socket).catch(() => 'no answer' as const);
    if (answer === undefined) throw inUse(dataDir, undefined);
    if (answer === 'no answer') await waitUntilGone(data, LEAVING_MS);
    else await answer.close();
    await endPostmaster(data);
  }
  await removeTraces(data, socket);
}

async function startServer(start: Start): Promise<{ server: WatchedProcess; session: OwnerSession }> {
  const { data, socket } = start.locations;
  for (const lastTry = Date.now() + MEMORY_IN_USE_MS; ; await delay(POLL_MS * 4)) {
    const server = startPostmaster({ ...start, data, socket });
    try {
      const session = await whenReady(server, socket);
      if (session === undefined) throw inUse(start.options.dataDir, undefined);
      if (session !== 'gone') return { server, session };
    } catch (error) {
      server.interrupt();
      await endPostmaster(data);
      throw error;
    }
    const said = await saidByServer(start.folder);
    if (said.includes('shared memory block') && Date.now() < lastTry) continue;
    throw new EmbeddedPostgresError(
      `The embedded PostgreSQL ended while it started on ${data}: mend what is said below, set another DATA_DIR, ` +
        'or set DATASTORE_URL.',
    );
  }
}

async function whenReady(server: WatchedProcess, socket: string): Promise<OwnerSession | undefined | 'gone'> {
  for (const end = Date.now() + READY_MS; ; await delay(POLL_MS)) {
    if (server.hasExited()) {
      await server.exited;
      return 'gone';
    }
    try {
      return await openOwnerSession(socket);
    } catch (error) {
      if (Date.now() < end) continue;
      throw new EmbeddedPostgresError(
        `The embedded PostgreSQL did not answer within ${READY_MS / 1_000} s: look at what is said below, or set DATASTORE_URL.`,
        { cause: error },
      );
    }
  }
}

function handOver(
  start: Start,
  server: WatchedProcess,
  session: OwnerSession,
  lock: OwnerLock,
): EmbeddedPostgres {
  const { data, socket } = start.locations;
  let stopped: Promise<void> | undefined;
  const stop = async (): Promise<void> => {
    await session.close();
    if (!server.hasExited()) server.interrupt();
    await endPostmaster(data);
    for (const end = Date.now() + LEAVING_MS; !server.hasExited() && Date.now() < end; ) await delay(POLL_MS);
    await rm(socket, { recursive: true, force: true });
    await lock.release();
  };
  void server.exited.then(async (code) => {
    if (stopped) return;
    start.options.log?.(`The embedded PostgreSQL has gone (${code ?? 'its watchdog was killed'})`);
    // Without its watchdog a server would outlive the agent.
    await endPostmaster(data).catch(() => undefined);
    start.options.onUnexpectedExit?.(code);
  });
  server.unref();
  const connection = connectionTo(socket);
  const { user, host, port, database } = connection;
  return {
    connection,
    connectionString: `postgres://${user}@${encodeURIComponent(host)}:${port}/${database}`,
    dataDir: data,
    stop: () => (stopped ??= stop()),
  };
}

function inUse(dataDir: string, pid: number | undefined): EmbeddedPostgresError {
  return new EmbeddedPostgresError(
    `DATA_DIR ${dataDir} is in use by another agent${pid ? ` (process ${pid})` : ''}; set another DATA_DIR, or DATASTORE_URL ` +
      'to share one database.',
  );
}

function explained(error: unknown, dataDir: string): unknown {
  if (error instanceof FolderInUse) return inUse(dataDir, error.pid);
  const code = systemCode(error);
  if (!code || !(error instanceof Error) || error instanceof EmbeddedPostgresError) return error;
  return new EmbeddedPostgresError(
    `The embedded PostgreSQL can't use DATA_DIR ${dataDir} (${error.message}): set DATA_DIR to a folder on a disk with ` +
      'space that this account may write to, or set DATASTORE_URL.',
    { cause: error },
  );
}
