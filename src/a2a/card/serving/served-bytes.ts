import { createHash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { isNotModified } from './conditional.js';
import { placeOf } from '../../net/request-place.js';
import { leadTo } from './place.js';

/** A JSON document as it is served: bytes and what tells whether a caller has them already, made once. */
export interface ServedBytes {
  /** In UTF-8. */
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** A strong entity tag, quotes included: equal only for equal bytes. */
  readonly etag: string;
}

/** A document that everybody is shown, and since when. */
export interface DatedBytes extends ServedBytes {
  /** As HTTP writes times; another one for each content that this process has shown. */
  readonly lastModified: string;
}

/** How a document is served, the same for every caller. */
export interface Serving {
  /** Its one path. */
  readonly path: string;
  readonly contentType: string;
  readonly cacheControl: string;
}

/** A document as it is served from now on. */
export function servedBytes(document: unknown): ServedBytes {
  const bytes = new TextEncoder().encode(JSON.stringify(document));
  return {
    bytes,
    etag: `"${createHash('sha256').update(bytes).digest('base64url')}"`,
  };
}

/** Answers GET and HEAD, on node's response itself: cards are asked for more often than anything else. */
export function serveBytes(
  { bytes, etag, lastModified }: DatedBytes,
  { path, contentType, cacheControl }: Serving,
  request: IncomingMessage,
  response: ServerResponse,
): void {
  // Web servers take other spellings of a path for the same; callers and caches do not.
  if (placeOf(request).path !== path) {
    leadTo(path, request, response);
    return;
  }
  const headers = { etag, 'last-modified': lastModified, 'cache-control': cacheControl };
  if (isNotModified(request.headers, { etag, lastModified })) {
    response.writeHead(304, headers).end();
    return;
  }
  response.writeHead(200, { ...headers, 'content-type': contentType, 'content-length': bytes.byteLength });
  response.end(request.method === 'HEAD' ? undefined : bytes);
}
