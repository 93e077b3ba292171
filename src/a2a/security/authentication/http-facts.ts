import type { IncomingMessage } from 'node:http';
import { placeOf } from '../../net/request-place.js';
import type { RequestFacts } from './request-facts.js';

/**
 * What a request by HTTP says of its caller.
 *
 * @param publicUrl under which callers reach the agent: what a request says of its host proves nothing
 */
export function httpFacts(request: IncomingMessage, publicUrl: string): RequestFacts {
  const { path, query } = placeOf(request);
  return {
    target: `${publicUrl}${path}${query}`,
    headers: request.headers,
    lines: (name) => request.headersDistinct[name] ?? [],
  };
}
