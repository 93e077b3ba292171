import type { BareItem } from 'structured-headers';
import type { RequestFacts } from '../authentication/request-facts.js';
import { UnfitSignature } from './message/unfit-signature.js';

/** Between `created` and `expires` at most. */
export const MAX_LIFETIME_S = 300;

/** How far the clocks of caller and agent may be apart. */
export const CLOCK_TOLERANCE_S = 60;

/** A key id or nonce that is longer is none. */
const MAX_WORD_LENGTH = 256;

/** What every signature covers. */
export const ALWAYS_COVERED = ['@method', '@target-uri'] as const;

/** What it covers beside that if the request has a body. */
export const COVERED_WITH_BODY = 'content-digest';

/** The fields that it covers if the request has them: each could change what the request does, or for whom. */
export const COVERED_IF_PRESENT = ['content-type', 'a2a-version', 'authorization'] as const;

/** What a signature says beside what it covers, within its bounds. */
export interface SignatureTerms {
  readonly keyId: string;
  readonly nonce: string;
  /** Undefined: that of the key. */
  readonly algorithm?: string;
  /** Epoch milliseconds from which on it counts no longer. */
  readonly endsAt: number;
}

/** @throws UnfitSignature when the signature leaves something open that it must cover */
export function requireCoverage(components: readonly string[], { lines }: Pick<RequestFacts, 'lines'>): void {
  const present = COVERED_IF_PRESENT.filter((name) => lines(name).length > 0);
  const missing = [...ALWAYS_COVERED, ...present].filter((name) => !components.includes(name));
  if (missing.length > 0) {
    throw new UnfitSignature(`not covered: ${missing.join(', ')}`);
  }
}

/**
 * @param nowMs in epoch milliseconds
 * @throws UnfitSignature when a parameter is missing, or the time is not that of the signature
 */
export function termsIn(parameters: ReadonlyMap<string, BareItem>, nowMs: number): SignatureTerms {
  const created = secondsIn(parameters, 'created');
  const expires = secondsIn(parameters, 'expires');
  const keyId = wordIn(parameters, 'keyid');
  const nonce = wordIn(parameters, 'nonce');
  const algorithm = parameters.has('alg') ? wordIn(parameters, 'alg') : undefined;
  if (expires <= created || expires - created > MAX_LIFETIME_S) {
    throw new UnfitSignature(`expires must be after created, by at most ${MAX_LIFETIME_S} s`);
  }
  if (created * 1_000 > nowMs + CLOCK_TOLERANCE_S * 1_000) {
    throw new UnfitSignature('created lies in the future');
  }
  const endsAt = (expires + CLOCK_TOLERANCE_S) * 1_000;
  if (nowMs >= endsAt) {
    throw new UnfitSignature('it has expired');
  }
  return { keyId, nonce, algorithm, endsAt };
}

function secondsIn(parameters: ReadonlyMap<string, BareItem>, name: string): number {
  const value = parameters.get(name);
  if (typeof value !== 'number' || !Number.isInteger(value)) {
    throw new UnfitSignature(`the parameter ${name} is missing, or is no integer`);
  }
  return value;
}

function wordIn(parameters: ReadonlyMap<string, BareItem>, name: string): string {
  const value = parameters.get(name);
  if (typeof value !== 'string' || value === '' || value.length > MAX_WORD_LENGTH) {
    throw new UnfitSignature(
      `the parameter ${name} is missing, or is no string of 1 to ${MAX_WORD_LENGTH} characters`,
    );
  }
  return value;
}
