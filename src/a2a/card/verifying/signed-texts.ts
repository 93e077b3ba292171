import { type CryptoKey, flattenedVerify } from 'jose';
import { legacyPythonForm } from '../canonical/legacy-python-form.js';
import { sdkForm, uncovered } from '../canonical/sdk-form.js';
import { specForm } from '../canonical/spec-form.js';
import { readCard } from '../canonical/wire-card.js';
import { ECDSA_SIGNATURE_BYTES } from '../signing/keys/signature-algorithms.js';
import type { SignedForm } from './card-verification.js';
import type { SignatureEntry } from './signature-entry.js';

/** A text in base64url, and what it means if a signature is over it. */
type Payload<Meaning> = readonly [base64url: string, meaning: Meaning];

/** The texts that a signature of one card may be over. */
export class SignedTexts {
  /** What is not covered by the forms that leave out whatever is empty. */
  readonly uncovered: readonly string[];
  private readonly forms: readonly Payload<SignedForm>[];
  private knownMistakes?: readonly Payload<string>[];

  /** @throws CardFormError when the card has no canonical form */
  constructor(
    private readonly card: unknown,
    acceptLegacyPython: boolean,
  ) {
    const [spec, sdk] = [specForm(card), sdkForm(card)];
    this.uncovered = uncovered(card);
    this.forms = [
      ...(spec === sdk
        ? [payload<SignedForm>(spec, 'both')]
        : [payload<SignedForm>(spec, 'spec'), payload<SignedForm>(sdk, 'sdk')]),
      ...(acceptLegacyPython ? [payload<SignedForm>(legacyPythonForm(card), 'legacy-python')] : []),
    ];
  }

  /** @returns which form the signature is over; undefined when it verifies over none that counts */
  async signedForm(entry: SignatureEntry, key: CryptoKey): Promise<SignedForm | undefined> {
    return meaningOf(entry, key, this.forms);
  }

  /** @returns what is the likeliest cause of a signature that verifies over none that counts */
  async causeOfFailure(entry: SignatureEntry, key: CryptoKey): Promise<string> {
    const bytes = Buffer.from(entry.signature, 'base64url');
    const expected = ECDSA_SIGNATURE_BYTES[entry.alg];
    if (expected !== undefined && bytes.length !== expected) {
      const what = bytes[0] === 0x30 ? 'is DER-encoded' : `has ${bytes.length} bytes`;
      return `${what}; with ${entry.alg} it has ${expected} bytes, r and s as they are (RFC 7518, section 3.4)`;
    }
    this.knownMistakes ??= mistakesOf(this.card);
    return (
      (await meaningOf(entry, key, this.knownMistakes)) ??
      "does not verify: the card was changed after it was signed, or the signature is another card's"
    );
  }
}

function mistakesOf(card: unknown): Payload<string>[] {
  return [
    payload(
      legacyPythonForm(card),
      'is from a Python SDK that did not follow RFC 8785 yet and escaped what is not ASCII (a2a-python#1174): sign again with a newer one, or accept these by acceptLegacyPython',
    ),
    payload(
      sdkForm({ ...(card as object), securitySchemes: undefined }),
      "does not cover securitySchemes: it was made from the SDK's typed object, which loses them (a2a-js#663; sign the JSON that is served), or somebody has added them",
    ),
    payload(JSON.stringify(readCard(card)), 'is over the JSON as it stands and not over its canonical form'),
  ];
}

function payload<Meaning>(text: string, meaning: Meaning): Payload<Meaning> {
  return [Buffer.from(text).toString('base64url'), meaning];
}

async function meaningOf<Meaning>(
  entry: SignatureEntry,
  key: CryptoKey,
  payloads: readonly Payload<Meaning>[],
): Promise<Meaning | undefined> {
  for (const [base64url, meaning] of payloads) {
    if (await isSigned(base64url, entry, key)) {
      return meaning;
    }
  }
  return undefined;
}

/** Looks at the protected header only; the other one has been looked at and says nothing that counts. */
async function isSigned(base64url: string, entry: SignatureEntry, key: CryptoKey): Promise<boolean> {
  const { protected: header, signature, algName } = entry;
  try {
    await flattenedVerify({ protected: header, payload: base64url, signature }, key, {
      algorithms: [algName],
    });
    return true;
  } catch {
    return false;
  }
}
