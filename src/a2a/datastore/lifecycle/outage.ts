import { DatastoreUnavailable } from '../datastore-error.js';

/** What the system, PostgreSQL (class 08, 57P01 to 57P03, 53300) and the clients say of a server that is away. */
const CODES =
  /^(E(CONN(REFUSED|RESET|ABORTED)|PIPE|TIMEDOUT|HOSTUNREACH|NETUNREACH|NOTFOUND|AI_AGAIN)|08\w{3}|57P0[123]|53300)$/;

/** Errors that carry no code: pg's, then those of ioredis. */
const MESSAGES =
  /^(Connection terminated|Client has encountered a connection error|timeout exceeded when trying to connect|Query read timeout|Connection is closed|Command timed out|Stream isn't writeable|Reached the max retries per request limit|(LOADING|CLUSTERDOWN|MASTERDOWN|TRYAGAIN) )/;

/** How many causes deep an error is looked into. */
const DEPTH = 5;

/** Whether an error says that the datastore can not be reached at present, so that the same may work later. */
export function isOutage(error: unknown): boolean {
  for (let depth = 0; error instanceof Error && depth < DEPTH; depth += 1) {
    const { code } = error as { code?: unknown };
    if (
      error instanceof DatastoreUnavailable ||
      (typeof code === 'string' && CODES.test(code)) ||
      MESSAGES.test(error.message)
    ) {
      return true;
    }
    error = error instanceof AggregateError ? error.errors[0] : error.cause;
  }
  return false;
}
