import type { IncomingMessage } from 'node:http';

/** What a request says beside its operation and parameters (section 3.2.6). */
export interface ServiceParameters {
  /** The version of the protocol that is asked for; empty when none is (section 3.6.1). */
  readonly version: string;
  /** The URIs of the extensions that the caller speaks (section 4.6). */
  readonly extensions: readonly string[];
  /** The last event of an earlier stream that the caller has seen. */
  readonly lastEventId?: number;
}

/** More than any agent has; the rest is not looked at. */
const MAX_EXTENSIONS = 100;

/** Reads the headers and the query of a request. Never throws. */
export function serviceParametersOf({ headers, url }: IncomingMessage): ServiceParameters {
  const asked = textOf(headers['a2a-version']).trim() || new URLSearchParams(queryOf(url)).get('A2A-Version');
  const lastEventId = textOf(headers['last-event-id']).trim();
  return {
    version: (asked ?? '').trim(),
    extensions: textOf(headers['a2a-extensions'])
      .split(',', MAX_EXTENSIONS)
      .map((uri) => uri.trim())
      .filter((uri) => uri !== ''),
    lastEventId: /^\d{1,15}$/.test(lastEventId) ? Number(lastEventId) : undefined,
  };
}

/** The query of a request's path, without the question mark. */
export function queryOf(url: string | undefined): string {
  return /^[^?#]*\?(?<query>[^#]*)/.exec(url ?? '')?.groups?.query ?? '';
}

/** A header that came more than once is a list (RFC 9110, section 5.3). */
function textOf(header: string | string[] | undefined): string {
  return Array.isArray(header) ? header.join(',') : (header ?? '');
}
