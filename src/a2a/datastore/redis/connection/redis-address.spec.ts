import { describe, expect, it } from 'vitest';
import { DatastoreError } from '../../datastore-error.js';
import { describeRedis, parseRedisAddress } from './redis-address.js';

describe('parseRedisAddress', () => {
  it.each([
    ['redis://host', { kind: 'single', nodes: [{ host: 'host', port: 6379 }], database: 0, tls: false }],
    [
      'rediss://me:p%40ss%2F@host:7000/3',
      {
        kind: 'single',
        nodes: [{ host: 'host', port: 7000 }],
        database: 3,
        tls: true,
        username: 'me',
        password: 'p@ss/',
      },
    ],
    [
      'redis://:secret@[::1]:6380/',
      { kind: 'single', nodes: [{ host: '::1', port: 6380 }], database: 0, tls: false, password: 'secret' },
    ],
    [
      'redis+sentinel://:pw@h1,h2:26380/the%20master/2',
      {
        kind: 'sentinel',
        nodes: [
          { host: 'h1', port: 26_379 },
          { host: 'h2', port: 26_380 },
        ],
        master: 'the master',
        database: 2,
        tls: false,
        password: 'pw',
      },
    ],
    [
      'rediss+cluster://u:p@h1:1,h2:2',
      {
        kind: 'cluster',
        nodes: [
          { host: 'h1', port: 1 },
          { host: 'h2', port: 2 },
        ],
        database: 0,
        tls: true,
        username: 'u',
        password: 'p',
      },
    ],
  ])('reads %s', (url, address) => {
    expect(parseRedisAddress(url)).toEqual(address);
  });

  it.each([
    ['redis://', 'A host or its port'],
    ['redis://host:99999', 'A host or its port'],
    ['redis://host/x', 'no database number'],
    ['redis://host/1/2', 'no database number'],
    ['redis://h1,h2', 'cluster or sentinels'],
    ['redis+sentinel://h1:1,h2:2', 'name of the master'],
    ['redis+cluster://h1:1/1', 'no databases'],
    ['redis+other://host', 'DATASTORE_URL'],
    ['redis://host?family=6', 'DATASTORE_URL'],
    ['redis://u:%zz@host', 'percent-encoded wrongly'],
    ['redis://user:s3cret@host@more', 'percent-encoded'],
  ])('refuses %s, says what to write and repeats no password', (url, message) => {
    const parse = (): unknown => parseRedisAddress(url);
    expect(parse).toThrow(DatastoreError);
    expect(parse).toThrow(message);
    expect(parse).toThrow('redis+sentinel://user:password@host1:26379,host2:26379/master/0');
    expect(parse).not.toThrow('s3cret');
  });

  it.each([
    ['redis://u:secret@host:1/2', 'host:1/2'],
    ['redis://u:secret@[::1]:1', '[::1]:1'],
    ['redis+cluster://u:secret@h1:1,h2:2', 'cluster h1:1,h2:2'],
    ['redis+sentinel://u:secret@h1:1,h2:2/main/1', 'main/1 known to sentinels h1:1,h2:2'],
  ])('describes %s without the password', (url, description) => {
    expect(describeRedis(parseRedisAddress(url))).toBe(description);
  });
});
