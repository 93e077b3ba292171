import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { contentDigest, requireDigest } from './content-digest.js';

const BODY = Buffer.from('{"hello": "world"}');
const of = (algorithm: string, body: Uint8Array = BODY) =>
  `:${createHash(algorithm).update(body).digest('base64')}:`;
const OTHER = Buffer.from('{"hello": "mars"}');

describe('requireDigest', () => {
  it('is what callers write', () => {
    expect(contentDigest(BODY)).toBe('sha-256=:X48E9qOokqqrvdts8nOJRJN3OWDUoyWxBf7kbu9DBPE=:');
    expect(() => requireDigest([contentDigest(BODY)], BODY)).not.toThrow();
  });

  it.each([
    ['sha-256', [`sha-256=${of('sha256')}`]],
    ['sha-512', [`sha-512=${of('sha512')}`]],
    ['both', [`sha-256=${of('sha256')}, sha-512=${of('sha512')}`]],
    ['both, in two lines', [`sha-256=${of('sha256')}`, `sha-512=${of('sha512')}`]],
    ['one beside others that are not known', [`md5=:AAAA:, sha-256=${of('sha256')}`]],
  ])('takes %s', (_what, lines) => {
    expect(() => requireDigest(lines, BODY)).not.toThrow();
  });

  it.each([
    ['of another body', [`sha-256=${of('sha256', OTHER)}`], 'not that of the body'],
    [
      'of which one is of another body',
      [`sha-256=${of('sha256')}, sha-512=${of('sha512', OTHER)}`],
      'sha-512',
    ],
    ['the other way round', [`sha-256=${of('sha256', OTHER)}, sha-512=${of('sha512')}`], 'sha-256'],
    ['cut short', ['sha-256=:X48E9qOokqqrvdts8nOJ:'], 'not that of the body'],
    ['that is empty', ['sha-256=::'], 'not that of the body'],
    ['that is text', ['sha-256="X48E9qOokqqrvdts8nOJRJN3OWDUoyWxBf7kbu9DBPE="'], 'not that of the body'],
    ['that is a list', ['sha-256=(:AAAA:)'], 'not that of the body'],
    ['without a value', ['sha-256'], 'not that of the body'],
    ['by a hash that is broken', [`md5=${of('md5')}`], 'none of sha-256, sha-512'],
    ['by what every object has', ['constructor=:AAAA:'], 'none of sha-256, sha-512'],
    ['that is not there', [], 'none of sha-256, sha-512'],
    ['that can not be read', ['sha-256=:!:'], 'no dictionary'],
  ])('refuses a digest %s', (_what, lines, message) => {
    expect(() => requireDigest(lines, BODY)).toThrow(message);
  });
});
