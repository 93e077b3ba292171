import { DatastoreError, DatastoreUnavailable } from '../../datastore-error.js';

/** What the server answers, and the driver says, while it can not serve but may be able to later. */
const OUTAGES = [
  /^(LOADING|CLUSTERDOWN|MASTERDOWN|TRYAGAIN|READONLY|MOVED|ASK|BUSY|NOREPLICAS) /,
  /Connection is closed/,
  /Command (timed out|aborted)/i,
  /Stream isn't writeable/,
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

const REFUSALS = /^(NOAUTH|WRONGPASS|NOPERM)|invalid (username-)?password/i;

const FULL = /(^|-)OOM /;

/**
 * Says what an error of the driver or the server means to the program.
 *
 * @param server as {@link describeRedis} describes it
 * @returns DatastoreUnavailable if trying again may help, DatastoreError if the server refuses us, else the error
 */
export function explained(error: unknown, server: string): Error {
  if (!(error instanceof Error)) {
    return new Error(String(error));
  }
  if (error instanceof DatastoreError) {
    return error;
  }
  const message = causeOf(error);
  if (REFUSALS.test(message)) {
    return new DatastoreError(
      `Redis at ${server} refuses us: ${message}. Check the user and password in DATASTORE_URL, and that the user ` +
        'may run scripts, publish and use all keys and channels that begin with a2a and {a2a.',
      { cause: error },
    );
  }
  if (FULL.test(message)) {
    return new DatastoreUnavailable(
      `Redis at ${server} is full: ${message}. Raise maxmemory, or keep tasks for a shorter time.`,
      { cause: error },
    );
  }
  if ('syscall' in error || 'code' in error || OUTAGES.some((outage) => outage.test(message))) {
    return new DatastoreUnavailable(
      `Redis at ${server} can't be reached or is not ready: ${message}. Check DATASTORE_URL and that the server runs.`,
      { cause: error },
    );
  }
  return error;
}

/** The innermost message: the driver wraps what a node of a cluster has said. */
function causeOf(error: Error): string {
  const inner = (error as { lastNodeError?: unknown }).lastNodeError;
  if (inner instanceof Error) {
    return causeOf(inner);
  }
  if (error instanceof AggregateError && error.message === '') {
    return error.errors.map((one: unknown) => (one instanceof Error ? one.message : String(one))).join('; ');
  }
  return error.name === 'MaxRetriesPerRequestError' ? 'the connection is lost' : error.message;
}
