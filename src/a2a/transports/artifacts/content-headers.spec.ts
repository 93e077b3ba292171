import { describe, expect, it } from 'vitest';
import { contentHeaders, mediaTypeOf } from './content-headers.js';

const SIZE = { bytes: 5, sha256: 'abc' };
const disposition = (filename?: string) => contentHeaders({ ...SIZE, filename })['content-disposition'];

describe('the headers of a content', () => {
  it('let nobody run it in the name of the agent, nor keep it for others', () => {
    expect(contentHeaders(SIZE)).toEqual({
      etag: '"abc"',
      'accept-ranges': 'bytes',
      'cache-control': 'private, no-cache',
      'content-disposition': 'attachment',
      'content-security-policy': 'sandbox',
      'x-content-type-options': 'nosniff',
    });
  });

  it.each([
    ['report.pdf', 'report.pdf'],
    ['名 前.pdf', '%E5%90%8D%20%E5%89%8D.pdf'],
    [`a"b'c(d)*;\r\nx-evil: 1`, 'a%22b%27c%28d%29%2A%3B%0D%0Ax-evil%3A%201'],
    ['\ud800', '%EF%BF%BD'],
    ['../../etc/passwd', '..%2F..%2Fetc%2Fpasswd'],
  ])('name the file %j so that it can not be more than a name', (filename, encoded) => {
    expect(disposition(filename)).toBe(`attachment; filename*=UTF-8''${encoded}`);
  });

  it('cut a name that is too long, also in the middle of a letter', () => {
    expect(disposition('x'.repeat(1_000))).toHaveLength("attachment; filename*=UTF-8''".length + 255);
    expect(disposition(`${'x'.repeat(254)}😀`)).toMatch(/x%EF%BF%BD$/);
    expect(disposition('')).toBe('attachment');
  });

  it.each(['text/plain', 'text/csv; charset=iso-8859-1', 'application/vnd.x+json;a="b c";d=e'])(
    'have the media type %s as it was given',
    (mediaType) => {
      expect(mediaTypeOf({ ...SIZE, mediaType })).toBe(mediaType);
    },
  );

  it.each([
    undefined,
    '',
    'text',
    'text/',
    'a b/c',
    'a/b\r\nx: y',
    'a/b; c',
    'a/b;c="',
    'té/x',
    `a/${'b'.repeat(300)}`,
  ])('have bytes for %j, which is none', (mediaType) => {
    expect(mediaTypeOf({ ...SIZE, mediaType })).toBe('application/octet-stream');
  });
});
