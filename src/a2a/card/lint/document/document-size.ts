import type { Fault } from '../lint-rule.js';

/** Far above what cards need, and little enough that every rule may look at everything. */
const MAX_VALUES = 50_000;
const MAX_DEPTH = 40;
const MAX_NAME_LENGTH = 1_000;
const MAX_TEXT_LENGTH = 4_000_000;

const ADVICE = 'Cards are fetched often and by anybody: publish less, and link to the rest.';

/** A value that is still to be measured. */
interface Measured {
  readonly value: unknown;
  readonly depth: number;
}

/**
 * What makes a document too large for a card: too many values, too deep, or too long. Looks at no more of it than
 * it takes to tell, and does not recurse.
 *
 * @returns undefined for a document of a usable size
 */
export function sizeFault(document: unknown): Fault | undefined {
  const waiting: Measured[] = [{ value: document, depth: 0 }];
  let values = 1;
  let textLength = 0;
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { value, depth } = next;
    if (typeof value === 'string') {
      textLength += value.length;
    } else if (typeof value === 'object' && value !== null) {
      const names = Array.isArray(value) ? [] : Object.keys(value);
      const inside: readonly unknown[] = Array.isArray(value) ? value : Object.values(value);
      values += inside.length;
      textLength += names.reduce((sum, name) => sum + name.length, 0);
      if (names.some((name) => name.length > MAX_NAME_LENGTH)) {
        return tooLarge(`has a member whose name is longer than ${MAX_NAME_LENGTH} characters`);
      }
      if (values > MAX_VALUES) {
        return tooLarge(`holds more than ${MAX_VALUES} values`);
      }
      if (depth >= MAX_DEPTH && inside.length > 0) {
        return tooLarge(`is more than ${MAX_DEPTH} levels deep`);
      }
      inside.forEach((one) => waiting.push({ value: one, depth: depth + 1 }));
    }
    if (textLength > MAX_TEXT_LENGTH) {
      return tooLarge(`holds more than ${MAX_TEXT_LENGTH} characters of text`);
    }
  }
  return undefined;
}

function tooLarge(what: string): Fault {
  return { pointer: '', message: `The card ${what}, so nothing else was looked at. ${ADVICE}` };
}
