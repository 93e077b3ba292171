import { CardFormError } from '../canonical/wire-card.js';
import { MAX_SIGNATURES } from '../signing/sign-card.js';
import type { CardVerification, SignatureReport, VerifyCardOptions } from './card-verification.js';
import { SignedTexts } from './signed-texts.js';
import { verifySignature } from './verify-signature.js';

/** The first of these that a signature has is the card's. */
const PRECEDENCE = ['valid', 'invalid', 'partial', 'untrusted'] as const;

/**
 * Says what the signatures of a card are worth (section 8.4.3). Nothing is sent to anybody unless
 * `options.remoteKeys` allows it.
 *
 * Of several signatures the first verdict of `valid`, `invalid`, `partial`, `untrusted` counts. One good signature
 * suffices, so neither an unknown key nor a broken signature beside it spoils the card. Without a good one, a
 * signature that can not be right makes the card invalid, also beside a partial one: a card that was signed over
 * both forms and given another security requirement afterwards looks just like that, and the signature over the
 * specification's form is there to notice it.
 *
 * @param card JSON as it was received; whatever it is there is a verdict. The first 16 signatures are looked at
 */
export async function verifyCard(card: unknown, options: VerifyCardOptions): Promise<CardVerification> {
  const signatures = (card as { readonly signatures?: unknown } | null | undefined)?.signatures ?? [];
  if (!Array.isArray(signatures)) {
    return verification('invalid', '/signatures must be a list');
  }
  try {
    if (typeof card !== 'object' || card === null || Array.isArray(card)) {
      throw new CardFormError('', 'must be a JSON object');
    }
    if (signatures.length === 0) {
      return verification('unsigned', 'the card has no signatures');
    }
    const texts = new SignedTexts(card, options.acceptLegacyPython ?? false);
    const entries: SignatureReport[] = [];
    for (const element of signatures.slice(0, MAX_SIGNATURES)) {
      entries.push(await verifySignature(element, texts, options));
    }
    return judge(entries, signatures.length, texts);
  } catch (error) {
    if (error instanceof CardFormError) {
      return verification('invalid', error.message.replace(/\.$/, ''));
    }
    throw error;
  }
}

function judge(entries: readonly SignatureReport[], count: number, texts: SignedTexts): CardVerification {
  const ranked = entries.toSorted((a, b) => PRECEDENCE.indexOf(a.verdict) - PRECEDENCE.indexOf(b.verdict));
  const [decisive] = ranked as [SignatureReport];
  const { verdict, form, kid, reason } = decisive;
  const rest =
    verdict !== 'valid' && count > MAX_SIGNATURES
      ? `; only the first ${MAX_SIGNATURES} of ${count} signatures were looked at`
      : '';
  return {
    ...verification(verdict, `${reason}${rest}`),
    ...(form !== undefined && { form }),
    ...(kid !== undefined && { kid }),
    uncovered: verdict === 'partial' ? texts.uncovered : [],
    entries,
  };
}

function verification(verdict: CardVerification['verdict'], reason: string): CardVerification {
  return { verdict, reason, uncovered: [], entries: [] };
}
