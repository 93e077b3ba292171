import { createHmac, createPrivateKey, type KeyObject, randomBytes, sign } from 'node:crypto';
import type { JWK } from 'jose';
import { type BareItem, serializeDictionary, serializeInnerList } from 'structured-headers';
import type { SignedFacts } from './message/message-components.js';
import { contentDigest } from './message/content-digest.js';
import { signatureBase } from './message/signature-base.js';
import { readKey, secretBytes } from './keys/key-material.js';
import { ALWAYS_COVERED, COVERED_IF_PRESENT, COVERED_WITH_BODY } from './signature-rules.js';

/** Within this a request should have come; agents take at most 300 s. */
const LIFETIME_S = 60;

/** A request that is to be signed. */
export interface RequestToSign {
  readonly method: string;
  /** The address that the card has, with path and query. */
  readonly url: string | URL;
  /** All that are sent: what is added afterwards is not signed, and agents refuse it. */
  readonly headers?: Readonly<Record<string, string>> | Headers;
  readonly body?: string | Uint8Array;
}

/** The key that signs, and what the signature says of itself. */
export type RequestSigner = {
  readonly keyId: string;
  /** The time in epoch milliseconds; the clock unless set. */
  readonly now?: number;
  /** Never the same twice; drawn at random unless set. */
  readonly nonce?: string;
  /** How long the signature counts, in seconds; 60 unless set. */
  readonly lifetimeS?: number;
} & (
  | {
      readonly algorithm: 'hmac-sha256';
      /** As the agent has it: bytes, or a string in base64url. */
      readonly secret: Uint8Array | string;
    }
  | {
      readonly algorithm: 'ed25519' | 'ecdsa-p256-sha256';
      /** PEM (PKCS #8), or a JWK. */
      readonly privateKey: string | JWK;
    }
);

/**
 * Signs a request so that an agent of this library takes it (RFC 9421, RFC 9530).
 *
 * @returns the headers to send beside those of the request
 * @throws SignatureKeyError for a key that can not sign
 */
export function signRequest(request: RequestToSign, signer: RequestSigner): Record<string, string> {
  const content = Buffer.from(request.body ?? '');
  const headers = new Headers(request.headers);
  if (content.byteLength > 0) {
    headers.set(COVERED_WITH_BODY, contentDigest(content));
  }
  const facts = factsOf(request, headers);
  const components = [COVERED_WITH_BODY, ...COVERED_IF_PRESENT].filter((name) => headers.has(name));
  const signed = [...ALWAYS_COVERED, ...components];
  const input = [
    signed.map((name): [string, Map<string, BareItem>] => [name, new Map()]),
    termsOf(signer),
  ] as const;
  const base = signatureBase(signed, serializeInnerList([...input]), facts);
  const digest = headers.get(COVERED_WITH_BODY);
  return {
    ...(digest !== null && { [COVERED_WITH_BODY]: digest }),
    'signature-input': serializeDictionary({ sig: [...input] }),
    signature: serializeDictionary({ sig: signatureOf(base, signer) }),
  };
}

function factsOf({ method, url }: RequestToSign, headers: Headers): SignedFacts {
  const { origin, pathname, search } = new URL(url);
  return {
    method: method.toUpperCase(),
    target: `${origin}${pathname}${search}`,
    lines: (name) => [headers.get(name) ?? []].flat(),
  };
}

function termsOf(signer: RequestSigner): Map<string, BareItem> {
  const { keyId, now = Date.now(), nonce = randomBytes(16).toString('base64url'), algorithm } = signer;
  const created = Math.floor(now / 1_000);
  return new Map<string, BareItem>([
    ['created', created],
    ['expires', created + (signer.lifetimeS ?? LIFETIME_S)],
    ['keyid', keyId],
    ['alg', algorithm],
    ['nonce', nonce],
  ]);
}

function signatureOf(base: Buffer, signer: RequestSigner): Buffer {
  if (signer.algorithm === 'hmac-sha256') {
    return createHmac('sha256', secretBytes(signer.secret)).update(base).digest();
  }
  const key = privateKeyOf(signer.algorithm, signer.privateKey);
  return signer.algorithm === 'ed25519'
    ? sign(null, base, key)
    : sign('sha256', base, { key, dsaEncoding: 'ieee-p1363' });
}

function privateKeyOf(algorithm: 'ed25519' | 'ecdsa-p256-sha256', privateKey: string | JWK): KeyObject {
  return readKey('privateKey', algorithm, () =>
    typeof privateKey === 'string'
      ? createPrivateKey(privateKey)
      : createPrivateKey({ key: { ...privateKey }, format: 'jwk' }),
  );
}
