import type { ByteRange } from '../../datastore/ports/index.js';

/** What of a content a request asks for. */
export type Requested = 'whole' | 'unsatisfiable' | ByteRange;

/**
 * Reads the header Range (RFC 9110, section 14.2). What can not be read counts as not sent, and so does more than one
 * range: a server need not take ranges at all.
 *
 * @param bytes the size of the content
 */
export function requestedRange(header: string | undefined, bytes: number): Requested {
  const [, set] = /^\s*bytes\s*=(.*)$/is.exec(header ?? '') ?? [];
  const [range, ...others] = (set ?? '').split(',').filter((one) => one.trim() !== '');
  const [, first = '', last = ''] = /^\s*(\d*)-(\d*)\s*$/.exec(range ?? '') ?? [];
  if (others.length > 0 || first + last === '') {
    return 'whole';
  }
  if (first === '') {
    const count = Math.min(Number(last), bytes);
    return count === 0 ? 'unsatisfiable' : { from: bytes - count, to: bytes - 1 };
  }
  const from = Number(first);
  if (last !== '' && Number(last) < from) {
    return 'whole';
  }
  return from < bytes
    ? { from, to: last === '' ? bytes - 1 : Math.min(Number(last), bytes - 1) }
    : 'unsatisfiable';
}

/**
 * Whether a range is meant for this version of the content (RFC 9110, section 13.1.5). There is no date to compare with,
 * so that one is of another version.
 *
 * @param ifRange the header, one strong tag
 */
export function isForRange(ifRange: string | undefined, etag: string): boolean {
  return ifRange === undefined || ifRange.trim() === etag;
}
