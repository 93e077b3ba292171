import { expect, it } from 'vitest';
import { httpJsonBase } from './http-json-base.js';

it.each([
  ['/a2a/v1', '/a2a/v1'],
  ['/rest/', '/rest'],
])('mounts %s at %s', (path, base) => {
  expect(httpJsonBase(path)).toBe(base);
});

it.each(['/', '', 'rest'])('does not mount at %j, and says what to set', (path) => {
  expect(() => httpJsonBase(path)).toThrow(/path of its own, such as \/a2a\/v1/);
});
