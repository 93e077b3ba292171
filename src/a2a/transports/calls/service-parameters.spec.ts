import type { IncomingMessage } from 'node:http';
import { describe, expect, it } from 'vitest';
import { serviceParametersOf } from './service-parameters.js';

const read = (headers: Record<string, string | string[]>, url = '/') =>
  serviceParametersOf({ headers, url } as unknown as IncomingMessage);

describe('the service parameters of a request', () => {
  it.each([
    [{ 'a2a-version': ' 1.0 ' }, '/', '1.0'],
    [{}, '/?A2A-Version=1.0', '1.0'],
    [{}, '/?x=1&A2A-Version=%201.0%20#A2A-Version=2.0', '1.0'],
    [{ 'a2a-version': '99.0' }, '/?A2A-Version=1.0', '99.0'],
    [{ 'a2a-version': '' }, '/?A2A-Version=1.0', '1.0'],
    [{}, '/?a2a-version=1.0', ''],
    [{}, '/', ''],
  ])('G-1 G-3 of %j and %s have the version %j', (headers, url, version) => {
    expect(read(headers, url).version).toBe(version);
  });

  it.each([
    [undefined, []],
    ['', []],
    [' , ,', []],
    ['urn:a', ['urn:a']],
    ['urn:a, urn:b ,urn:a', ['urn:a', 'urn:b', 'urn:a']],
    [
      ['urn:a', 'urn:b, https://x/y?z=1'],
      ['urn:a', 'urn:b', 'https://x/y?z=1'],
    ],
  ])('H-1 reads the extensions %j as %j', (header, extensions) => {
    expect(read(header === undefined ? {} : { 'a2a-extensions': header }).extensions).toEqual(extensions);
  });

  it('H-1 reads no more extensions than any agent has', () => {
    expect(read({ 'a2a-extensions': 'a,'.repeat(5_000) }).extensions).toHaveLength(100);
  });

  it.each([
    ['17', 17],
    ['', undefined],
    ['-1', undefined],
    ['1e3', undefined],
  ])('reads the last event id %j as %j', (header, lastEventId) => {
    expect(read({ 'last-event-id': header }).lastEventId).toBe(lastEventId);
  });
});
