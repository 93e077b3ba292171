import { createHash } from 'node:crypto';
import type { SeenOnce } from '../../datastore/ports/security/seen-once.js';
import { RequestBodyError } from '../../net/request-body.js';
import {
  isSignatureKeyList,
  type SignatureKey,
  type SignatureKeyList,
} from '../../options/security/signature-options.js';
import type { SignatureSchemeOptions } from '../../options/security/scheme-options.js';
import type { RequestFacts } from '../authentication/request-facts.js';
import { ABSENT, proven, refused, type Verdict, type Verifier } from '../authentication/verifier.js';
import { type VerificationKey, verificationKey } from './keys/verification-key.js';
import { requireDigest } from './message/content-digest.js';
import { signatureBase } from './message/signature-base.js';
import { signatureIn, type SignatureMember } from './message/signature-member.js';
import { UnfitSignature } from './message/unfit-signature.js';
import {
  CLOCK_TOLERANCE_S,
  COVERED_WITH_BODY,
  requireCoverage,
  type SignatureTerms,
  termsIn,
} from './signature-rules.js';

/** Who vouches for the holders of keys: the agent itself, for each scheme apart. */
const ISSUER = 'signature:';

/** Judges signed requests (RFC 9421), and by their digests the bodies (RFC 9530). */
export class SignatureVerifier implements Verifier {
  readonly place = 'signature';
  /** What was found good, for as long as somebody may ask again. */
  private readonly judged = new WeakMap<RequestFacts, SignatureTerms>();
  private readonly find: (keyId: string) => Promise<VerificationKey | undefined>;

  /**
   * @param scheme by which the card knows it
   * @param now the time in epoch milliseconds
   */
  constructor(
    private readonly scheme: string,
    { keys }: Pick<SignatureSchemeOptions, 'keys'>,
    private readonly seen: SeenOnce,
    private readonly now: () => number = Date.now,
  ) {
    this.find = isSignatureKeyList(keys) ? listed(keys) : async (keyId) => prepared(await keys.find(keyId));
  }

  async verify(facts: RequestFacts): Promise<Verdict> {
    try {
      const member = signatureIn(facts);
      return member ? await this.judge(facts, member) : ABSENT;
    } catch (error) {
      if (error instanceof UnfitSignature) {
        return refused(error.error, error.message);
      }
      if (error instanceof RequestBodyError) {
        throw error;
      }
      return { outcome: 'unavailable', cause: error };
    }
  }

  /** The key alone: a signature speaks for the request, not for how long its answer takes. */
  async verifyAgain(facts: RequestFacts): Promise<Verdict> {
    const terms = this.judged.get(facts);
    if (!terms) {
      return this.verify(facts);
    }
    try {
      return this.provenBy(await this.keyFor(terms));
    } catch (error) {
      return error instanceof UnfitSignature
        ? refused(error.error, error.message)
        : { outcome: 'unavailable', cause: error };
    }
  }

  /** From what costs least to what costs most; only a signed request has its body read and its nonce remembered. */
  private async judge(facts: RequestFacts, member: SignatureMember): Promise<Verdict> {
    const { components, signatureParams, signature } = member;
    const terms = termsIn(member.parameters, this.now());
    requireCoverage(components, facts);
    const base = signatureBase(components, signatureParams, facts);
    const key = await this.keyFor(terms);
    if (!key.hasSigned(base, signature)) {
      throw new UnfitSignature('the key that it names has not made it');
    }
    await requireContent(facts, components);
    await this.requireFirst(terms);
    this.judged.set(facts, terms);
    return this.provenBy(key);
  }

  private provenBy(key: VerificationKey): Verdict {
    const { subject, tenant = '', expiresAt } = key.holder;
    const issuer = `${ISSUER}${this.scheme}`;
    const end = expiresAt === undefined ? {} : { expiresAt };
    return proven({ issuer, subject, client: '', tenant, scopes: [], ...end });
  }

  /** @throws UnfitSignature when the caller names none that counts */
  private async keyFor({ keyId, algorithm }: SignatureTerms): Promise<VerificationKey> {
    const key = await this.find(keyId);
    // A provider that looks carelessly must not make one key pass for another.
    if (key?.holder.keyId !== keyId) {
      throw new UnfitSignature('a key that nobody holds');
    }
    if (this.now() >= (key.holder.expiresAt ?? Number.POSITIVE_INFINITY)) {
      throw new UnfitSignature('a key that has expired');
    }
    if (algorithm !== undefined && algorithm !== key.holder.algorithm) {
      throw new UnfitSignature(`alg is not that of the key, which is ${key.holder.algorithm}`);
    }
    return key;
  }

  /** @throws UnfitSignature when the key has signed with the nonce before */
  private async requireFirst({ keyId, nonce, endsAt }: SignatureTerms): Promise<void> {
    const id = createHash('sha256')
      .update(JSON.stringify([this.scheme, keyId, nonce]))
      .digest('base64url');
    // Another replica's clock may be behind, and it takes the request for so much longer.
    const ttlMs = endsAt - this.now() + CLOCK_TOLERANCE_S * 1_000;
    if (!(await this.seen.first('signature', id, ttlMs))) {
      throw new UnfitSignature('its nonce has been used before');
    }
  }
}

/** @throws UnfitSignature when the body is not what was signed */
async function requireContent(facts: RequestFacts, components: readonly string[]): Promise<void> {
  const content = await facts.content();
  if (components.includes(COVERED_WITH_BODY)) {
    requireDigest(facts.lines(COVERED_WITH_BODY), content);
  } else if (content.byteLength > 0) {
    throw new UnfitSignature(`not covered: ${COVERED_WITH_BODY}, and there is a body`);
  }
}

function listed(keys: SignatureKeyList): (keyId: string) => Promise<VerificationKey | undefined> {
  const byId = new Map(keys.map((key) => [key.keyId, verificationKey(key)]));
  return (keyId) => Promise.resolve(byId.get(keyId));
}

function prepared(key: SignatureKey | undefined): VerificationKey | undefined {
  return key && verificationKey(key);
}
