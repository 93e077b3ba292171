import { Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { PORT } from './postmaster.js';

/** Settings that pg and BullMQ connect with. */
export interface EmbeddedConnection {
  /** The folder of the Unix socket. */
  readonly host: string;
  readonly port: number;
  readonly user: string;
  readonly database: string;
}

/** The session that holds the server for its agent. */
export interface OwnerSession {
  /** Bounded, as the server may be unable to answer. */
  close(): Promise<void>;
}

/** Any number will do, as long as every version of nest-a2a takes the same. */
const OWNER_KEY = '7021462391865532001';
const CONNECT_MS = 2_000;
const CLOSE_MS = 1_000;

/** How to connect to the server whose socket lies in a folder. */
export function connectionTo(socket: string): EmbeddedConnection {
  return { host: socket, port: PORT, user: 'postgres', database: 'postgres' };
}

/**
 * Connects and takes the server for this agent.
 *
 * @returns undefined when another session holds it
 * @throws what `pg` throws when the server doesn't answer within 2 s
 */
export async function openOwnerSession(socket: string): Promise<OwnerSession | undefined> {
  const stream = new Socket();
  const client = new pg.Client({
    ...connectionTo(socket),
    // PGSSLMODE is about other servers.
    ssl: false,
    application_name: 'nest-a2a owner',
    connectionTimeoutMillis: CONNECT_MS,
    query_timeout: CONNECT_MS,
    stream: () => stream,
  });
  // That the server has gone is told by its process; here it would only end the agent.
  client.on('error', () => undefined);
  const close = async (): Promise<void> => {
    stream.ref();
    const late = new AbortController();
    const bound = delay(CLOSE_MS, undefined, { signal: late.signal }).catch(() => undefined);
    await Promise.race([client.end().catch(() => undefined), bound]);
    late.abort();
    stream.destroy();
  };
  try {
    await client.connect();
    const { rows } = await client.query<{ granted: boolean }>('SELECT pg_try_advisory_lock($1) AS granted', [
      OWNER_KEY,
    ]);
    if (rows[0]?.granted) {
      // It mustn't keep an agent alive that has nothing left to do.
      stream.unref();
      return { close };
    }
  } catch (error) {
    await close();
    throw error;
  }
  await close();
  return undefined;
}
