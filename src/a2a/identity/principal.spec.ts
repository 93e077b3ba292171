import { describe, expect, it } from 'vitest';
import { ANONYMOUS, inTenant, isAnonymous, ownerOf, type Principal } from './principal.js';

const alice: Principal = { issuer: 'i', subject: 'alice', client: 'c', tenant: '', scopes: [] };

describe('a principal in a tenant', () => {
  it('I-3 owns apart what is in each tenant, and shares none of it with others in the tenant', () => {
    const bob = { ...alice, subject: 'bob' };
    const principals = [alice, bob].flatMap((one) => [one, inTenant(one, 'a'), inTenant(one, 'b')]);
    expect(new Set(principals.map((one) => ownerOf(one as Principal))).size).toBe(6);
    expect(inTenant(alice, undefined)).toBe(alice);
  });

  it('I-3 that credentials are bound to is in no other', () => {
    const bound = { ...alice, tenant: 'a' };
    expect(inTenant(bound, 'a')).toBe(bound);
    expect(inTenant(bound, undefined)).toBe(bound);
    expect(inTenant(bound, 'b')).toBeUndefined();
  });

  it('stays anonymous in whichever tenant', () => {
    expect([ANONYMOUS, inTenant(ANONYMOUS, 'a'), alice].map((one) => isAnonymous(one as Principal))).toEqual([
      true,
      true,
      false,
    ]);
  });
});
