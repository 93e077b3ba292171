import { ANONYMOUS, type Principal } from '../../identity/principal.js';
import { isSignatureScheme, type SchemeOptions } from '../../options/security/scheme-options.js';
import type { Identity } from './verifier.js';

/** What a credential is: a token that is got in one of three ways, or a key. */
export type CredentialKind = SchemeOptions['type'] | 'signature';

/** What the credential of one scheme has proven. */
interface ProvenScheme {
  readonly name: string;
  readonly kind: CredentialKind;
  readonly identity: Identity;
}

/** Who speaks when several credentials come together: whom a token is for, before what a machine or a team holds. */
const RANKS: readonly CredentialKind[] = ['oauth2', 'openIdConnect', 'http', 'signature', 'apiKey'];

/** What the credential of a scheme is. */
export function kindOf(scheme: SchemeOptions): CredentialKind {
  return isSignatureScheme(scheme) ? 'signature' : scheme.type;
}

/**
 * The one principal behind all that a request has proven.
 *
 * @returns the anonymous one when nothing was proven; undefined when the credentials are bound to different tenants
 */
export function principalOfAll(proofs: readonly ProvenScheme[]): Principal | undefined {
  const [first] = proofs.toSorted((one, other) => RANKS.indexOf(one.kind) - RANKS.indexOf(other.kind));
  if (!first) {
    return ANONYMOUS;
  }
  const tenants = new Set(proofs.map(({ identity }) => identity.tenant).filter((tenant) => tenant !== ''));
  if (tenants.size > 1) {
    return undefined;
  }
  const [tenant = ''] = tenants;
  const { issuer, subject, client } = first.identity;
  return {
    issuer,
    subject,
    client,
    tenant,
    scopes: [...new Set(proofs.flatMap(({ identity }) => identity.scopes))],
    grants: Object.fromEntries(proofs.map(({ name, identity }) => [name, identity.scopes])),
  };
}
