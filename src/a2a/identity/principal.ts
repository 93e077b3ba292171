import { createHash } from 'node:crypto';

/** Who calls, as proven by the transport; never taken from a payload (section 7). */
export interface Principal {
  /** The authority that vouches for the subject; empty for the anonymous principal. */
  readonly issuer: string;
  readonly subject: string;
  /** The client application that acts for the subject. */
  readonly client: string;
  readonly tenant: string;
  /** All that its credentials grant. */
  readonly scopes: readonly string[];
  /** What was proven: the scopes that each security scheme has granted, by the scheme's name. */
  readonly grants?: Readonly<Record<string, readonly string[]>>;
}

/** The one principal of an agent that declares no security. */
export const ANONYMOUS: Principal = { issuer: '', subject: 'anonymous', client: '', tenant: '', scopes: [] };

/** Whether nobody vouches for the principal, in whichever tenant. */
export function isAnonymous({ issuer, subject, client }: Principal): boolean {
  return issuer === ANONYMOUS.issuer && subject === ANONYMOUS.subject && client === ANONYMOUS.client;
}

/**
 * The principal in the tenant that a request names (section 8.3.2). A tenant is where to look, chosen by the
 * caller, and no proof of anything: it divides what is the principal's own, and nothing else.
 *
 * @returns undefined if the principal is bound to another tenant
 */
export function inTenant(principal: Principal, tenant: string | undefined): Principal | undefined {
  if (tenant === undefined || tenant === principal.tenant) {
    return principal;
  }
  return principal.tenant === '' ? { ...principal, tenant } : undefined;
}

/**
 * The owner key under which a principal's tasks are stored: part of every key and query, so that one
 * principal can never name another's task.
 *
 * @returns 32 characters of base64url; equal only for equal issuer, subject, client and tenant
 */
export function ownerOf(principal: Principal): string {
  const { issuer, subject, client, tenant } = principal;
  return createHash('sha256')
    .update(JSON.stringify([issuer, subject, client, tenant]))
    .digest('base64url')
    .slice(0, 32);
}
