import { DatastoreError } from '../../datastore-error.js';
import { STORED_FORMAT } from '../../ports/index.js';
import type { RedisClient } from './clients.js';
import { mastersOf } from './connect.js';
import type { RedisAddress } from './redis-address.js';

const OLDEST = { single: [6, 2], sentinel: [6, 2], cluster: [7, 0] } as const;

type Info = ReadonlyMap<string, string>;

/** What the boot has to know of one server. */
export interface BootCheck {
  readonly client: RedisClient;
  readonly address: RedisAddress;
  /** As {@link describeRedis} describes it. */
  readonly server: string;
  readonly warn: (line: string) => void;
}

/** What has to be known of the mark. */
interface FormatCheck extends Omit<BootCheck, 'address'> {
  /** Where the mark is. */
  readonly key: string;
}

/**
 * Checks by INFO alone, because managed services forbid CONFIG, that what is stored stays stored. What can not be
 * read is a warning.
 *
 * @throws DatastoreError saying what to set
 */
export async function checkServer({ client, address, server, warn }: BootCheck): Promise<void> {
  const infos = await Promise.all(mastersOf(client).map((node) => readInfo(() => node.info())));
  const lines = new Set(
    infos.flatMap((info) => {
      if (info === undefined)
        return [`Redis at ${server} does not let us read INFO: see yourself that it is ${WANTED}.`];
      assertVersion(info, address, server);
      assertKind(info, address, server);
      return [...evictionWarnings(info, server), ...persistenceWarnings(info, server)];
    }),
  );
  for (const line of lines) warn(line);
}

const WANTED =
  'version 6.2 or newer, has maxmemory-policy noeviction and an append-only file (appendonly yes)';

/** @returns undefined if it is forbidden */
async function readInfo(info: () => Promise<string>): Promise<Info | undefined> {
  try {
    const text = await info();
    return new Map(
      text.split('\r\n').flatMap((line) => {
        const separator = line.indexOf(':');
        return separator === -1 ? [] : [[line.slice(0, separator), line.slice(separator + 1)] as const];
      }),
    );
  } catch (error) {
    if (error instanceof Error && error.message.startsWith('NOPERM')) return undefined;
    throw error;
  }
}

function assertVersion(info: Info, { kind }: RedisAddress, server: string): void {
  const version = info.get('redis_version');
  const [major = 0, minor = 0] = (version ?? '').split('.').map(Number);
  const [oldestMajor, oldestMinor] = OLDEST[kind];
  if (version === undefined || major > oldestMajor || (major === oldestMajor && minor >= oldestMinor)) return;
  throw new DatastoreError(
    `Redis at ${server} is version ${version}: use ${oldestMajor}.${oldestMinor} or newer` +
      `${kind === 'cluster' ? ' for a cluster, which needs sharded channels' : ''}.`,
  );
}

function assertKind(info: Info, { kind }: RedisAddress, server: string): void {
  if (kind !== 'cluster' && info.get('cluster_enabled') === '1') {
    throw new DatastoreError(
      `Redis at ${server} is a node of a cluster: begin DATASTORE_URL with redis+cluster://.`,
    );
  }
}

function evictionWarnings(info: Info, server: string): string[] {
  const policy = info.get('maxmemory_policy');
  if (policy === undefined) {
    return [`Redis at ${server} does not tell its maxmemory-policy: see yourself that it is noeviction.`];
  }
  if (policy === 'noeviction') return [];
  throw new DatastoreError(
    `Redis at ${server} has maxmemory-policy ${policy}, so it would drop tasks when its memory is full. Set ` +
      'maxmemory-policy noeviction in redis.conf or in the settings of the service, and restart the agent.',
  );
}

function persistenceWarnings(info: Info, server: string): string[] {
  const appendOnly = info.get('aof_enabled');
  if (appendOnly === undefined) {
    return [
      `Redis at ${server} does not tell how it persists: see yourself that it has an append-only file.`,
    ];
  }
  if (appendOnly === '1') return [];
  return [
    `Redis at ${server} has no append-only file: what was stored since its last snapshot is lost when it ends. Set ` +
      'appendonly yes and appendfsync everysec.',
  ];
}

/**
 * Leaves a mark of the format of what is stored. Versions may run side by side: what a newer one has stored this one
 * leaves alone, task by task.
 */
export async function checkFormat({ client, key, server, warn }: FormatCheck): Promise<void> {
  await client.setnx(key, STORED_FORMAT);
  const stored = Number(await client.get(key));
  if (stored > STORED_FORMAT) {
    warn(
      `A newer version of this program has stored tasks in Redis at ${server} (format ${stored}, this one knows ` +
        `${STORED_FORMAT}): they are left to it. Keep one of its processes running until they have ended.`,
    );
  }
  if (stored < STORED_FORMAT) await client.set(key, STORED_FORMAT);
}
