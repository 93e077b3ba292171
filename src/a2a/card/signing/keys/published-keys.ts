import type { JWK } from 'jose';
import type { CardKeys } from '../../../options/card-keys.js';
import { publicMembers } from './public-jwk.js';

/**
 * The public keys of a card as they are published (RFC 7517): those that sign first, then those that only verify.
 *
 * @returns a JWKS whose keys have `kid`, `alg` and `use`, and no private member whatever the keys given hold
 */
export function jwksOf({ signing, published }: CardKeys): { readonly keys: readonly JWK[] } {
  const keys = [...signing, ...published].map(({ kid, alg, publicJwk }) => ({
    ...publicMembers(publicJwk),
    kid,
    alg,
    use: 'sig',
  }));
  return { keys };
}
