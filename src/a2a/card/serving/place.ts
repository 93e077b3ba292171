import type { IncomingMessage, ServerResponse } from 'node:http';

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

/** Sends the caller to another path of this server for good, verb and query kept (RFC 9110, section 15.4.9). */
export function leadTo(path: string, request: IncomingMessage, response: ServerResponse): void {
  response
    .writeHead(308, {
      location: `${path}${placeOf(request).query}`,
      'cache-control': 'public, max-age=86400',
      'content-length': 0,
    })
    .end();
}
