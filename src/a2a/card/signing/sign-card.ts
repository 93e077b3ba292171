import { flattenedVerify } from 'jose';
import type { AgentCard } from '../../protocol/index.js';
import { sdkForm } from '../canonical/sdk-form.js';
import { specForm } from '../canonical/spec-form.js';
import { SIGNATURE_ALGORITHMS, type SigningKey } from '../../options/card-keys.js';
import { importPublicKey, MAX_KID_LENGTH, UnusableKeyError } from './keys/public-jwk.js';
import { ECDSA_SIGNATURE_BYTES } from './keys/signature-algorithms.js';

/** Verifiers look at so many signatures of a card; with two forms that is half as many keys. */
export const MAX_SIGNATURES = 16;

/** A detached signature of a card (section 4.4.7). */
export type AgentCardSignature = NonNullable<AgentCard['signatures']>[number];

/** What the signatures say beside the key. */
export interface SignCardOptions {
  /** Where the public keys are published. Others take it for a hint at most. */
  readonly jku?: string;
}

/**
 * Signs a card (section 8.4.2): with each key over the form that the specification describes and, when its bytes
 * differ, over the form that the official SDKs verify. Each signature is verified before it is returned.
 *
 * @param card the JSON that will be served; signatures that it has are not looked at, and to be replaced by these
 * @param keys each signs, in this order
 * @returns the card's `signatures`
 * @throws CardFormError when the card has no canonical form
 * @throws UnusableKeyError when a key can not be used, or signs otherwise than its public half verifies
 */
export async function signCard(
  card: unknown,
  keys: readonly SigningKey[],
  { jku }: SignCardOptions = {},
): Promise<AgentCardSignature[]> {
  const payloads = [...new Set([specForm(card), sdkForm(card)])].map((text) =>
    Buffer.from(text).toString('base64url'),
  );
  if (keys.length * 2 > MAX_SIGNATURES) {
    throw new UnusableKeyError(
      `${keys.length} keys are too many: verifiers look at ${MAX_SIGNATURES} signatures, so sign with ${MAX_SIGNATURES / 2} keys at most`,
    );
  }
  if (jku !== undefined && !(URL.canParse(jku) && /^https?:$/.test(new URL(jku).protocol))) {
    throw new TypeError('jku must be the absolute URL at which the key set is published.');
  }
  const entries = await Promise.all(
    keys.flatMap((key) => payloads.map((payload) => signPayload(payload, key, jku))),
  );
  return entries;
}

async function signPayload(payload: string, key: SigningKey, jku?: string): Promise<AgentCardSignature> {
  const { kid, alg } = key;
  refuseUnnamed(key);
  const header = { alg, kid, typ: 'JOSE', ...(jku !== undefined && { jku }) };
  const protectedHeader = Buffer.from(JSON.stringify(header)).toString('base64url');
  const bytes = await key.sign(Buffer.from(`${protectedHeader}.${payload}`));
  const signature = Buffer.from(bytes).toString('base64url');
  await verifyOwn({ protected: protectedHeader, payload, signature }, key, bytes.length);
  return { protected: protectedHeader, signature };
}

function refuseUnnamed({ kid, alg }: SigningKey): void {
  if (typeof kid !== 'string' || kid === '' || kid.length > MAX_KID_LENGTH) {
    throw new UnusableKeyError(
      `A signing key has no usable kid: give it a string of 1 to ${MAX_KID_LENGTH} characters.`,
    );
  }
  if (!SIGNATURE_ALGORITHMS.includes(alg)) {
    throw new UnusableKeyError(
      `The signing key ${JSON.stringify(kid)} has the algorithm ${JSON.stringify(alg)}; use one of ${SIGNATURE_ALGORITHMS.join(', ')}.`,
    );
  }
}

/** A key that others hold may sign with another key or in another format; nobody would trust the card then. */
async function verifyOwn(
  jws: { readonly protected: string; readonly payload: string; readonly signature: string },
  { kid, alg, publicJwk }: SigningKey,
  length: number,
): Promise<void> {
  const name = `The signing key ${JSON.stringify(kid)}`;
  const expected = ECDSA_SIGNATURE_BYTES[alg];
  if (expected !== undefined && length !== expected) {
    throw new UnusableKeyError(
      `${name} made ${length} bytes; ${alg} has ${expected}, r and s as they are: convert them from DER.`,
    );
  }
  let publicKey;
  try {
    publicKey = await importPublicKey(publicJwk, alg);
  } catch (error) {
    throw new UnusableKeyError(`${name} can not be used: ${(error as Error).message}.`);
  }
  try {
    await flattenedVerify(jws, publicKey);
  } catch {
    throw new UnusableKeyError(
      `${name} made a signature that does not verify with its public key: give it the key of the same pair, and sign with ${alg} what is not hashed yet.`,
    );
  }
}
