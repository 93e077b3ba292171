import type { IncomingMessage, ServerResponse } from 'node:http';
import { placeOf } from '../../net/request-place.js';

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
