import { describe, expect, it } from 'vitest';
import { DatastoreError } from '../datastore-error.js';
import { assertVersion } from './migrate-schema.js';

describe('assertVersion', () => {
  it('accepts PostgreSQL 14 and newer', () => {
    for (const number of [140_000, 140_019, 180_004]) assertVersion(number, 'any');
  });

  it('refuses what is older and names it', () => {
    expect(() => assertVersion(130_022, '13.22')).toThrow(DatastoreError);
    expect(() => assertVersion(130_022, '13.22')).toThrow(/PostgreSQL 13\.22 is too old.*14/);
  });
});
