import canonicalizeModule from 'canonicalize';
import type { JsonValue } from '../../protocol/index.js';
import { memberPointer } from './json-pointer.js';
import { CardFormError } from './wire-card.js';

/** Protocol buffers' own readers go no deeper, so a card beyond this could be read by few. */
const MAX_DEPTH = 100;

/** Halves of a surrogate pair without the other half. */
const LONE_SURROGATE = /\p{Surrogate}/u;

/** Its types promise a member `default`, which the CommonJS module has not. */
const canonicalize = canonicalizeModule as unknown as (value: unknown) => string;

/**
 * Writes JSON by the JSON Canonicalization Scheme (RFC 8785).
 *
 * @param value as `refuseUncanonical` lets it pass
 */
export function canonicalText(value: JsonValue): string {
  return canonicalize(value);
}

/**
 * Refuses what has no canonical text, or one that others would write differently. The canonicalizer itself writes
 * lone surrogates as escapes, knows no pointers, and overflows the stack on deep values.
 *
 * @throws CardFormError for a lone surrogate, a number that is no finite double, what is no JSON, and nesting
 *   of more than 100 levels
 */
export function refuseUncanonical(value: unknown, pointer = '', depth = 0): void {
  if (typeof value === 'string') {
    refuseLoneSurrogate(value, pointer, 'holds');
  } else if (typeof value === 'number') {
    if (!Number.isFinite(value)) {
      throw new CardFormError(pointer, 'is a number beyond what a double holds');
    }
  } else if (typeof value === 'object' && value !== null) {
    if (depth === MAX_DEPTH) {
      throw new CardFormError(pointer, `lies deeper than ${MAX_DEPTH} levels`);
    }
    refuseWithin(value, pointer, depth);
  } else if (typeof value !== 'boolean' && value !== null) {
    throw new CardFormError(pointer, `is ${typeof value}, which JSON does not know`);
  }
}

function refuseWithin(value: object, pointer: string, depth: number): void {
  if (Array.isArray(value)) {
    for (const [index, element] of value.entries()) {
      refuseUncanonical(element, `${pointer}/${index}`, depth + 1);
    }
    return;
  }
  for (const [name, member] of Object.entries(value)) {
    const at = memberPointer(pointer, name);
    refuseLoneSurrogate(name, at, 'has in its name');
    refuseUncanonical(member, at, depth + 1);
  }
}

function refuseLoneSurrogate(text: string, pointer: string, where: string): void {
  if (LONE_SURROGATE.test(text)) {
    throw new CardFormError(pointer, `${where} half of a surrogate pair, which is no Unicode text`);
  }
}
