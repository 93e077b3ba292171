import { ERROR, type LintRule } from '../lint-rule.js';
import { isObject, type LooseObject, objectsOf } from '../reading/loose-json.js';

const BASE64URL = /^[\w-]+$/;

/** The length of a signature in bytes, where the algorithm fixes it (RFC 7518, section 3.4; RFC 8037). */
const SIGNATURE_LENGTHS: Readonly<Record<string, readonly number[]>> = {
  ES256: [64],
  ES384: [96],
  ES512: [132],
  EdDSA: [64, 114],
};

export const signatureRules: readonly LintRule[] = [
  {
    id: 'malformed-signature',
    description:
      'A signature is one that a client can read: a header with algorithm and key id, and base64url.',
    severity: ERROR,
    *faults(card) {
      for (const { pointer, value } of objectsOf(card.signatures, '/signatures')) {
        const fault = signatureFault(value);
        if (fault) {
          yield {
            pointer: `${pointer}/${fault.member}`,
            message: `${fault.what} Sign the card again (section 8.4).`,
          };
        }
      }
    },
  },
];

/** Whether it verifies is another question, which takes keys. */
function signatureFault({ protected: header, signature, header: unprotected }: LooseObject) {
  if (!isWritten(header) || !isWritten(signature)) {
    return undefined;
  }
  const parameters = BASE64URL.test(header) ? parsedHeader(header) : undefined;
  if (!parameters) {
    return { member: 'protected', what: 'This is no JSON object in base64url.' };
  }
  const { alg } = parameters;
  if (typeof alg !== 'string' || alg === '') {
    return { member: 'protected', what: 'The header names no algorithm (alg).' };
  }
  if (/^(?:none|HS\d+)$/i.test(alg)) {
    return {
      member: 'protected',
      what: `Whoever reads the card could have made a signature by "${clipped(alg)}".`,
    };
  }
  if (typeof parameters.kid !== 'string' || parameters.kid === '') {
    return { member: 'protected', what: 'The header names no key (kid).' };
  }
  if (isObject(unprotected) && Object.keys(unprotected).some((name) => Object.hasOwn(parameters, name))) {
    return { member: 'header', what: 'A parameter stands in both headers, which RFC 7515 forbids.' };
  }
  const lengths = Object.hasOwn(SIGNATURE_LENGTHS, alg) ? SIGNATURE_LENGTHS[alg] : undefined;
  const isOfLength = lengths?.includes(Buffer.from(signature, 'base64url').length) ?? true;
  return BASE64URL.test(signature) && isOfLength
    ? undefined
    : { member: 'signature', what: `This is no signature by ${clipped(alg)} in base64url.` };
}

function parsedHeader(header: string): LooseObject | undefined {
  try {
    const parsed: unknown = JSON.parse(Buffer.from(header, 'base64url').toString());
    return isObject(parsed) ? parsed : undefined;
  } catch {
    return undefined;
  }
}

function isWritten(value: unknown): value is string {
  return typeof value === 'string' && value.trim() !== '';
}

function clipped(alg: string): string {
  return alg.slice(0, 20);
}
