import { describe, expect, it } from 'vitest';
import { DatastoreError, DatastoreUnavailable } from '../../datastore-error.js';
import { openingError, PoolerBetween } from './opening-error.js';

const withCode = (code: string, message = 'what was said'): Error =>
  Object.assign(new Error(message), { code });

describe('openingError', () => {
  it.each([
    'ECONNREFUSED',
    'ECONNRESET',
    'ETIMEDOUT',
    'ENOTFOUND',
    'EAI_AGAIN',
    '57P01',
    '57P02',
    '57P03',
    '53300',
    '08000',
    '08006',
  ])('takes %s for something that may pass', (code) => {
    expect(openingError(withCode(code), 'host/db')).toBeInstanceOf(DatastoreUnavailable);
  });

  it.each(['timeout expired', 'Query read timeout', 'Connection terminated unexpectedly'])(
    'takes "%s" without a code for something that may pass',
    (message) => {
      expect(openingError(new Error(message), 'host/db')).toBeInstanceOf(DatastoreUnavailable);
    },
  );

  it('takes several addresses that all failed for something that may pass, and names each', () => {
    const both = new AggregateError([
      withCode('ECONNREFUSED', '::1 refused'),
      new Error('127.0.0.1 refused'),
    ]);
    const error = openingError(Object.assign(both, { code: 'ECONNREFUSED' }), 'localhost/db');
    expect(error).toBeInstanceOf(DatastoreUnavailable);
    expect(error.message).toMatch(/localhost\/db.*::1 refused; 127\.0\.0\.1 refused.*DATASTORE_URL/);
  });

  it.each(['28P01', '28000', '3D000', '42501', '42P07', '08P01', 'CERT_HAS_EXPIRED'])(
    'takes %s for a fault that stays',
    (code) => {
      const error = openingError(withCode(code), 'host/db');
      expect(error).not.toBeInstanceOf(DatastoreUnavailable);
      expect(error.message).toMatch(/host\/db.*what was said.*DATASTORE_URL/);
    },
  );

  it('names a pooler, also one that refuses the options of a session', () => {
    const refused = withCode('08P01', 'unsupported startup parameter: options');
    for (const cause of [refused, new PoolerBetween('a NOTIFY did not arrive')]) {
      const error = openingError(cause, 'host/db');
      expect(error).not.toBeInstanceOf(DatastoreUnavailable);
      expect(error.message).toContain('not a transaction pooler');
    }
  });

  it('leaves what is said already as it is', () => {
    const error = new DatastoreError('set this');
    expect(openingError(error, 'host/db')).toBe(error);
  });
});
