import { type HttpRequest, nodeRequest } from '../../net/http-message.js';
import { readBytes } from '../../net/request-body.js';
import { placeOf } from '../../net/request-place.js';
import type { RequestFacts } from './request-facts.js';

/**
 * What a request by HTTP says of its caller.
 *
 * @param publicUrl under which callers reach the agent: what a request says of its host proves nothing
 * @param maxBodyBytes the largest body that is read
 */
export function httpFacts(request: HttpRequest, publicUrl: string, maxBodyBytes: number): RequestFacts {
  const node = nodeRequest(request);
  const { path, query } = placeOf(node);
  return {
    method: node.method ?? 'GET',
    target: `${publicUrl}${path}${query}`,
    headers: node.headers,
    lines: (name) => node.headersDistinct[name] ?? [],
    content: () => readBytes(request, maxBodyBytes),
  };
}
