import { DatastoreUnavailable } from '../datastore-error.js';

/** What the system and Node say of a connection that can not be made or is lost. */
const SYSTEM_CODES =
  /^(E(CONN(REFUSED|RESET|ABORTED)|PIPE|TIMEDOUT|HOSTUNREACH|NETUNREACH|NOTFOUND|AI_AGAIN|ADDRNOTAVAIL)|ERR_STREAM_\w+)$/;

/** What PostgreSQL says when the same may work later. */
const SERVER_CODES = new RegExp(
  `^(${[
    // Connection exceptions, but for a protocol that is not spoken.
    '08(?!P01)\\w{3}',
    // It shuts down, has crashed, or starts.
    '57P0[123]',
    // It has no disk, memory or connection left.
    '53[123]00',
    // It is a standby, perhaps one that is about to be promoted.
    '25006',
    // Others were in the way.
    '40(P01|001)',
  ].join('|')})$`,
);

/** Errors of pg that carry no code. */
const POSTGRES_MESSAGES =
  /^(Connection terminated|The connection was (closed|lost)|Client has encountered a connection error|timeout (expired|exceeded)|Query read timeout)/;

/** What Redis and its driver say. */
const REDIS_MESSAGES = [
  /^(LOADING|CLUSTERDOWN|MASTERDOWN|TRYAGAIN|READONLY|MOVED|ASK|BUSY|NOREPLICAS) /,
  /^Connection is closed/,
  /^Command (timed out|aborted)/i,
  /^Stream isn't writeable/,
  /Cluster isn't ready/,
  /Too many Cluster redirections/,
  /Failed to refresh slots cache/,
  /None of startup nodes is available/,
  /All sentinels are unreachable/,
  /max number of clients reached/,
  /max retries per request/,
  /connect ETIMEDOUT/,
  /-(LOADING|READONLY|MASTERDOWN) /,
];

/** How many causes deep an error is looked into. */
const DEPTH = 5;

/** Whether an error says that the datastore can not serve at present, so that the same may work later. */
export function isOutage(error: unknown): boolean {
  for (let depth = 0; error instanceof Error && depth < DEPTH; depth += 1) {
    if (error instanceof DatastoreUnavailable || hasOutageCode(error) || hasOutageMessage(error)) return true;
    error = causeOf(error);
  }
  return false;
}

function hasOutageCode(error: Error): boolean {
  const { code, syscall } = error as { code?: unknown; syscall?: unknown };
  if (typeof code !== 'string') return false;
  // The socket of a server that does not run.
  const hasNoSocket = code === 'ENOENT' && syscall === 'connect';
  return hasNoSocket || SYSTEM_CODES.test(code) || SERVER_CODES.test(code);
}

function hasOutageMessage({ message }: Error): boolean {
  return POSTGRES_MESSAGES.test(message) || REDIS_MESSAGES.some((outage) => outage.test(message));
}

function causeOf(error: Error): unknown {
  if (error instanceof AggregateError) return error.errors[0];
  // Where the driver of a cluster keeps what a node has said.
  return error.cause ?? (error as { lastNodeError?: unknown }).lastNodeError;
}
