import { readablePointer } from '../canonical/json-pointer.js';
import type { SignatureReport, VerifyCardOptions } from './card-verification.js';
import { readSignatureEntry, type SignatureEntry, SignatureEntryError } from './signature-entry.js';
import type { SignedTexts } from './signed-texts.js';
import type { TrustedKey } from './trust/trusted-key.js';

/** The report has them all. */
const MAX_NAMED = 5;

/**
 * Says what one signature of a card is worth (section 8.4.3).
 *
 * @param element an element of `signatures`, whatever it is
 * @param texts what it may be over
 */
export async function verifySignature(
  element: unknown,
  texts: SignedTexts,
  options: VerifyCardOptions,
): Promise<SignatureReport> {
  try {
    const entry = readSignatureEntry(element);
    const found = await findKeys(entry, options);
    return 'untrusted' in found
      ? { verdict: 'untrusted', kid: entry.kid, reason: found.untrusted }
      : await verifyUnder(found.keys, entry, texts);
  } catch (error) {
    if (error instanceof SignatureEntryError) {
      const { kid, message } = error;
      return { verdict: 'invalid', ...(kid !== undefined && { kid }), reason: `the signature ${message}` };
    }
    throw error;
  }
}

/** The keys that count, or why there are none. */
type FoundKeys = { readonly keys: readonly TrustedKey[] } | { readonly untrusted: string };

async function findKeys(entry: SignatureEntry, options: VerifyCardOptions): Promise<FoundKeys> {
  const { trust, now = Date.now } = options;
  const name = `the key ${JSON.stringify(entry.kid)}`;
  if (trust.isRevoked(entry.kid)) {
    return { untrusted: `${name} is revoked` };
  }
  const local = trust.find(entry.kid);
  const found = local.length > 0 ? { keys: local } : await findRemotely(entry, name, options);
  if ('untrusted' in found) {
    return found;
  }
  const nowMs = now();
  const keys = found.keys.filter((key) => key.objection(nowMs) === undefined);
  return keys.length > 0 ? { keys } : { untrusted: `${name} ${found.keys[0]?.objection(nowMs)}` };
}

async function findRemotely(
  { kid, jku }: SignatureEntry,
  name: string,
  { remoteKeys }: VerifyCardOptions,
): Promise<FoundKeys> {
  if (jku === undefined) {
    return { untrusted: `${name} is not in the trust store` };
  }
  const shownJku = JSON.stringify(jku);
  if (remoteKeys === undefined || !remoteKeys.allows(jku)) {
    return { untrusted: `${name} is not in the trust store, and its key set ${shownJku} is not on the list` };
  }
  try {
    const keys = await remoteKeys.find(jku, kid);
    return keys.length > 0 ? { keys } : { untrusted: `${name} is not in the key set ${shownJku}` };
  } catch (error) {
    return { untrusted: `${name} can not be had from ${shownJku}: ${String(error)}` };
  }
}

async function verifyUnder(
  keys: readonly TrustedKey[],
  entry: SignatureEntry,
  texts: SignedTexts,
): Promise<SignatureReport> {
  const { kid, alg } = entry;
  const fitting = keys.map((key) => key.byAlgorithm.get(alg)).filter((key) => key !== undefined);
  for (const key of fitting) {
    const form = await texts.signedForm(entry, key);
    if (form !== undefined) {
      return coverageOf(form, kid, texts);
    }
  }
  const [first] = fitting;
  const reason =
    first === undefined
      ? `is made with ${alg}, which is not what the key ${JSON.stringify(kid)} is for`
      : await texts.causeOfFailure(entry, first);
  return { verdict: 'invalid', kid, reason: `the signature ${reason}` };
}

function coverageOf(form: SignatureReport['form'], kid: string, { uncovered }: SignedTexts): SignatureReport {
  const verifies = `the signature verifies under the key ${JSON.stringify(kid)}`;
  if (form === 'spec' || uncovered.length === 0) {
    return { verdict: 'valid', kid, form, reason: verifies };
  }
  const some = uncovered.slice(0, MAX_NAMED).map(readablePointer).join(', ');
  const others = uncovered.length > MAX_NAMED ? ' and others' : '';
  return {
    verdict: 'partial',
    kid,
    form,
    reason: `${verifies}, but over a form that leaves out what is empty, so ${some}${others} may be anybody's`,
  };
}
