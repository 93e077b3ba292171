import { describe, expect, it } from 'vitest';
import { DatastoreError, DatastoreUnavailable } from '../datastore-error.js';
import { isOutage } from './outage.js';

const withCode = (code: string) => Object.assign(new Error('x'), { code });

describe('isOutage', () => {
  it.each([
    new DatastoreUnavailable('not there'),
    withCode('ECONNREFUSED'),
    withCode('57P01'),
    withCode('08006'),
    withCode('53100'),
    withCode('53200'),
    withCode('53300'),
    withCode('40P01'),
    withCode('40001'),
    withCode('25006'),
    Object.assign(withCode('ENOENT'), { syscall: 'connect' }),
    new Error('Connection terminated unexpectedly'),
    new Error('Connection is closed.'),
    new Error('LOADING Redis is loading the dataset in memory'),
    new Error('The turn could not be stored.', { cause: withCode('ECONNRESET') }),
    Object.assign(new Error('Failed'), { lastNodeError: new Error('CLUSTERDOWN The cluster is down') }),
    new AggregateError([withCode('ECONNREFUSED')]),
  ])('%s is one', (error) => {
    expect(isOutage(error)).toBe(true);
  });

  it.each([
    new DatastoreError('Set DATASTORE_URL.'),
    withCode('23505'),
    withCode('ENOENT'),
    withCode('08P01'),
    withCode('CERT_HAS_EXPIRED'),
    new TypeError('undefined is not a function'),
    'Connection is closed.',
    undefined,
  ])('%s is none', (error) => {
    expect(isOutage(error)).toBe(false);
  });

  it('does not follow causes for ever', () => {
    const error = new Error('x');
    error.cause = error;
    expect(isOutage(error)).toBe(false);
  });
});
