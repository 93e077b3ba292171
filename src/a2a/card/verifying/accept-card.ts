import type { JsonObject } from '../../protocol/index.js';
import { CardFormError, readCard } from '../canonical/wire-card.js';
import { MAX_SIGNATURES } from '../signing/sign-card.js';
import type { CardVerdict, CardVerification, VerifyCardOptions } from './card-verification.js';
import { readSignatureEntry } from './signature-entry.js';
import { verifyCard } from './verify-card.js';

/**
 * What signatures of cards are asked for:
 *
 * - `ignore`: they are not looked at
 * - `prefer`: an invalid card is refused; one that is partial, untrusted or unsigned is taken with a warning
 * - `require`: only a valid card is taken
 */
export type SignaturePolicy = 'ignore' | 'prefer' | 'require';

/** A card that was taken. */
export interface AcceptedCard {
  /** The card without the members that no signature covers: those outside the protocol's schema. */
  readonly card: JsonObject;
  /** Absent when signatures are ignored. */
  readonly verification?: CardVerification;
  /** What somebody should know, one line each. */
  readonly warnings: readonly string[];
}

/** What whoever runs this agent can do about a card. */
const ADVICE: Readonly<Record<CardVerdict, string>> = {
  valid: '',
  partial: "Ask its publisher to sign the specification's form too.",
  invalid: 'Fetch it again; if it stays so, tell its publisher and do not use the agent.',
  untrusted:
    "Add its publisher's key to the trust store, once you know from elsewhere that it is the right one.",
  unsigned: 'Ask its publisher to sign it.',
};

/** A card that the policy does not let pass. */
export class CardRefused extends Error {
  override readonly name = 'CardRefused';

  constructor(
    readonly verdict: CardVerdict,
    /** In words, without a full stop. */
    readonly reason: string,
    /** Absent when it is no matter of signatures. */
    readonly verification?: CardVerification,
  ) {
    super(`The card is refused, it is ${verdict}: ${reason}. ${ADVICE[verdict]}`);
  }
}

/**
 * Takes or refuses a card by its signatures. What is returned holds what was verified, and the signatures themselves
 * without their unprotected headers; so go on with it and never with what was received: an address in a member
 * outside the schema could be anybody's.
 *
 * @param card JSON as it was received
 * @throws CardRefused when the policy does not let it pass, or it is no card whatever the policy
 */
export async function acceptCard(
  card: unknown,
  policy: SignaturePolicy,
  options: VerifyCardOptions,
): Promise<AcceptedCard> {
  if (policy === 'ignore') {
    return { card: knownMembers(card), warnings: [] };
  }
  const verification = await verifyCard(card, options);
  const { verdict, reason } = verification;
  if (verdict !== 'valid' && (policy === 'require' || verdict === 'invalid')) {
    throw new CardRefused(verdict, reason, verification);
  }
  return { card: knownMembers(card), verification, warnings: warningsOf(verification) };
}

function warningsOf({ verdict, form, reason }: CardVerification): string[] {
  const verdictLine = verdict === 'valid' ? [] : [`The card is ${verdict}: ${reason}. ${ADVICE[verdict]}`];
  const formLine =
    form === 'legacy-python'
      ? [
          'The card is signed by a Python SDK that did not follow RFC 8785 yet; this is accepted by configuration.',
        ]
      : [];
  return [...verdictLine, ...formLine];
}

/** @throws CardRefused when it is no card */
function knownMembers(card: unknown): JsonObject {
  try {
    const content = readCard(card);
    const { signatures } = card as { readonly signatures?: unknown };
    const kept = Array.isArray(signatures) ? signatures.slice(0, MAX_SIGNATURES).flatMap(wellFormed) : [];
    return kept.length > 0 ? { ...content, signatures: kept } : content;
  } catch (error) {
    throw error instanceof CardFormError
      ? new CardRefused('invalid', error.message.replace(/\.$/, ''))
      : error;
  }
}

/** A signature that nobody could use is better not passed on. */
function wellFormed(element: unknown): JsonObject[] {
  try {
    const { protected: encoded, signature } = readSignatureEntry(element);
    return [{ protected: encoded, signature }];
  } catch {
    return [];
  }
}
