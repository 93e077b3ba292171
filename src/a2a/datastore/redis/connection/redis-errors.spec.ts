import { describe, expect, it } from 'vitest';
import { DatastoreError, DatastoreUnavailable } from '../../datastore-error.js';
import { explained } from './redis-errors.js';

const withCode = (code: string) => Object.assign(new Error('what was said'), { code });

describe('explained', () => {
  it('takes a server that is away for one that may come back', () => {
    const error = explained(new Error('Connection is closed.'), 'host:1');
    expect(error).toBeInstanceOf(DatastoreUnavailable);
    expect(error.message).toMatch(/host:1.*Connection is closed\. Check DATASTORE_URL/);
    expect(explained(withCode('ECONNREFUSED'), 'host:1')).toBeInstanceOf(DatastoreUnavailable);
  });

  it.each(['CERT_HAS_EXPIRED', 'DEPTH_ZERO_SELF_SIGNED_CERT', 'ERR_TLS_CERT_ALTNAME_INVALID'])(
    'says what to set when a certificate is refused (%s): waiting does not help',
    (code) => {
      const error = explained(withCode(code), 'host:1');
      expect(error).toBeInstanceOf(DatastoreError);
      expect(error).not.toBeInstanceOf(DatastoreUnavailable);
      expect(error.message).toMatch(/host:1.*what was said.*NODE_EXTRA_CA_CERTS/);
    },
  );

  it('leaves faults of the program as they are, whatever code they have', () => {
    const error = withCode('ERR_INVALID_ARG_TYPE');
    expect(explained(error, 'host:1')).toBe(error);
  });
});
