import type { IncomingMessage } from 'node:http';

/** Where a request goes, as its caller wrote it: the query has its question mark, or is empty. */
export function placeOf({ url, originalUrl }: IncomingMessage & { readonly originalUrl?: string }): {
  readonly path: string;
  readonly query: string;
} {
  // Through a proxy the whole address may come.
  const place = (originalUrl ?? url ?? '/').replace(/^https?:\/\/[^/?]*/i, '');
  const at = place.indexOf('?');
  return at === -1 ? { path: place, query: '' } : { path: place.slice(0, at), query: place.slice(at) };
}
