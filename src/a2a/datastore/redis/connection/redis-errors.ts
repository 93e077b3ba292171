import { DatastoreError, DatastoreUnavailable } from '../../datastore-error.js';
import { isOutage } from '../../lifecycle/outage.js';

const REFUSALS = /^(NOAUTH|WRONGPASS|NOPERM)|invalid (username-)?password/i;

/** What Node says of a certificate that it does not accept. */
const CERTIFICATES = /^(CERT_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_(GET|VERIFY)_|ERR_TLS_CERT_)/;

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
  const message = causeOf(error).replace(/\.$/, '');
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
  if (isOutage(error)) {
    return new DatastoreUnavailable(
      `Redis at ${server} can't be reached or is not ready: ${message}. Check DATASTORE_URL and that the server runs.`,
      { cause: error },
    );
  }
  if ('code' in error && CERTIFICATES.test(String(error.code))) {
    return new DatastoreError(
      `Redis at ${server} can't be trusted: ${message}. Check that DATASTORE_URL names it as its certificate does, and ` +
        'that NODE_EXTRA_CA_CERTS has who signed it.',
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
