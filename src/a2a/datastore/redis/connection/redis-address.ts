import { DatastoreError } from '../../datastore-error.js';

/** A host and a port. */
interface RedisNode {
  readonly host: string;
  readonly port: number;
}

/** Where a Redis is, and who we are to it. */
export interface RedisAddress {
  /** `sentinel`: the nodes are sentinels that know the master. `cluster`: the nodes are some of the cluster's. */
  readonly kind: 'single' | 'sentinel' | 'cluster';
  readonly nodes: readonly RedisNode[];
  /** The name under which sentinels know the master. */
  readonly master?: string;
  readonly username?: string;
  readonly password?: string;
  readonly database: number;
  readonly tls: boolean;
}

const DEFAULT_PORTS = { single: 6379, cluster: 6379, sentinel: 26_379 } as const;

const SHAPES =
  'Write redis://user:password@host:6379/0 (rediss:// with TLS), ' +
  'redis+sentinel://user:password@host1:26379,host2:26379/master/0 or ' +
  'redis+cluster://user:password@host1:6379,host2:6379, ' +
  'rediss+sentinel:// and rediss+cluster:// with TLS, with anything unusual in the user and password percent-encoded.';

const URL_PARTS = /^(rediss?)(?:\+(sentinel|cluster))?:\/\/(?:([^@/]*)@)?([^/?#]*)(\/[^?#]*)?$/i;

/** @throws DatastoreError saying what to write; it never repeats a password */
export function parseRedisAddress(url: string): RedisAddress {
  const [, scheme, variant, credentials = '', hosts = '', path = ''] = URL_PARTS.exec(url) ?? refuse('');
  const kind = (variant?.toLowerCase() ?? 'single') as RedisAddress['kind'];
  const nodes = hosts.split(',').map((host) => parseNode(host, DEFAULT_PORTS[kind]));
  if (kind === 'single' && nodes.length > 1) {
    refuse(' Several hosts are a cluster or sentinels.');
  }
  const segments = path.split('/').filter((segment) => segment !== '');
  const master = kind === 'sentinel' ? segments.shift() : undefined;
  if (kind === 'sentinel' && master === undefined) {
    refuse(' The name of the master is missing.');
  }
  const [database = '0', ...more] = segments;
  if (more.length > 0 || !/^\d{1,5}$/.test(database)) {
    refuse(' What follows the hosts is no database number.');
  }
  if (kind === 'cluster' && database !== '0') {
    refuse(' A cluster has no databases but 0.');
  }
  const separator = credentials.indexOf(':');
  const username = decode(separator === -1 ? credentials : credentials.slice(0, separator));
  const password = separator === -1 ? '' : decode(credentials.slice(separator + 1));
  return {
    kind,
    nodes,
    database: Number(database),
    tls: scheme?.toLowerCase() === 'rediss',
    ...(master !== undefined && { master: decode(master) }),
    ...(username !== '' && { username }),
    ...(password !== '' && { password }),
  };
}

/** The servers, for a message: never with a password. */
export function describeRedis({ kind, nodes, master, database }: RedisAddress): string {
  const hosts = nodes.map(({ host, port }) => `${host.includes(':') ? `[${host}]` : host}:${port}`).join(',');
  if (kind === 'cluster') {
    return `cluster ${hosts}`;
  }
  const name = database === 0 ? '' : `/${database}`;
  return kind === 'sentinel' ? `${master}${name} known to sentinels ${hosts}` : `${hosts}${name}`;
}

function parseNode(text: string, defaultPort: number): RedisNode {
  const [, bracketed, plain, port] = /^(?:\[([0-9a-f:.%]+)\]|([^:[\]@\s]+))(?::(\d+))?$/i.exec(text) ?? [];
  const host = bracketed ?? plain;
  const number = port === undefined ? defaultPort : Number(port);
  if (host === undefined || number < 1 || number > 65_535) {
    return refuse(' A host or its port can not be read.');
  }
  return { host: decode(host), port: number };
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return refuse(' Something in it is percent-encoded wrongly.');
  }
}

function refuse(reason: string): never {
  throw new DatastoreError(`DATASTORE_URL is no valid URL of a Redis.${reason} ${SHAPES}`);
}
