import { bytesOf } from '../requests/body-mutations.js';
import { type FuzzRequest, keepsConnection } from '../requests/fuzz-request.js';
import { framed, type Header } from '../requests/heads.js';
import type { Sent } from './fuzz-connection.js';

/** A request as bytes. */
export interface Written extends Sent {
  /** The body before its framing; undefined: none. */
  readonly body?: Buffer;
}

/**
 * Writes a request.
 *
 * @param fill puts ids in the place of marks
 * @param own headers of every good request, in lower case
 */
export function written(
  request: FuzzRequest,
  fill: (text: string) => string,
  own: Readonly<Record<string, string>>,
): Written {
  const { verb, target, headers, body, bodyMutation, framing } = request;
  const replaced = new Set(headers.map(([name]) => name.toLowerCase()));
  const bytes = body === undefined ? undefined : bytesOf(fill(body), bodyMutation);
  const [ofBody, content] = bytes === undefined ? [[], Buffer.alloc(0)] : framed(bytes, framing);
  const lines: Header[] = [
    ['host', '127.0.0.1'],
    ...Object.entries(own).filter(([name]) => !replaced.has(name)),
    ...headers,
    ...ofBody,
  ];
  const head = [`${verb} ${fill(target)} HTTP/1.1`, ...lines.map(([name, value]) => `${name}: ${value}`)];
  return {
    bytes: Buffer.concat([Buffer.from(`${head.join('\r\n')}\r\n\r\n`, 'latin1'), content]),
    keeps: keepsConnection(request),
    hasBody: verb !== 'HEAD',
    body: bytes,
  };
}
