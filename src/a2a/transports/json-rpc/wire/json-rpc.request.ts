import type { IncomingMessage } from 'node:http';

const JSON_TYPES = new Set(['application/json', 'application/a2a+json']);

/** Whether the body is declared as JSON in UTF-8, uncompressed (section 9.1). */
export function declaresJson({ headers }: IncomingMessage): boolean {
  const [essence = '', ...parameters] = (headers['content-type'] ?? '').toLowerCase().split(';');
  const charset = parameters.map((parameter) => parameter.trim()).find((one) => one.startsWith('charset='));
  return (
    JSON_TYPES.has(essence.trim()) &&
    (charset === undefined || /^charset="?utf-?8"?$/.test(charset)) &&
    (headers['content-encoding'] ?? 'identity') === 'identity'
  );
}

/** The version that the caller asks for by header or query (section 3.6.1); empty when they do not. */
export function versionOf({ headers, url }: IncomingMessage): string {
  const header = headers['a2a-version'];
  const [, query = ''] = (url ?? '').split('?', 2);
  return String(header ?? '').trim() || (new URLSearchParams(query).get('A2A-Version') ?? '').trim();
}

/** Where the caller wants to go on; undefined when they do not say, or not by a sequence number. */
export function lastEventIdOf({ headers }: IncomingMessage): number | undefined {
  const value = String(headers['last-event-id'] ?? '').trim();
  return /^\d{1,15}$/.test(value) ? Number(value) : undefined;
}
