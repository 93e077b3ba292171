/** The types of the details that an error may hold (sections 9.5 and 11.6). */
export const ERROR_INFO = 'type.googleapis.com/google.rpc.ErrorInfo';
export const BAD_REQUEST = 'type.googleapis.com/google.rpc.BadRequest';
export const RETRY_INFO = 'type.googleapis.com/google.rpc.RetryInfo';

const DOMAIN = 'a2a-protocol.org';

/** The detail that names an error. A type alias, so that it counts as a JSON object. */
export type ErrorInfo = {
  '@type': string;
  reason: string;
  domain: string;
  metadata: Record<string, string>;
};

/** @returns the detail that names an error, for programs to tell it by */
export function errorInfo(reason: string, metadata: Record<string, string> = {}): ErrorInfo {
  return { '@type': ERROR_INFO, reason, domain: DOMAIN, metadata };
}
