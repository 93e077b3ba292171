import type { IncomingMessage } from 'node:http';

/** The token in an Authorization header: one word, as RFC 6750, section 2.1, writes it. */
const CREDENTIALS = /^Bearer +([A-Za-z0-9\-._~+/]+=*) *$/i;

/** @returns the token that the caller sends, or null when there is none or it is malformed */
export function bearerTokenOf({ headers }: Pick<IncomingMessage, 'headers'>): string | null {
  return CREDENTIALS.exec(headers.authorization ?? '')?.[1] ?? null;
}

/** Whether the caller tries to authenticate with a token, be it a malformed one. */
export function triesBearer({ headers }: Pick<IncomingMessage, 'headers'>): boolean {
  return /^bearer\b/i.test(headers.authorization ?? '');
}
