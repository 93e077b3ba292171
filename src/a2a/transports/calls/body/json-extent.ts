/** Levels of arrays and objects that the parameters of a call may have. */
export const MAX_DEPTH = 99;

/** How much there is in a JSON text. */
export interface JsonExtent {
  /** Levels of arrays and objects. */
  readonly depth: number;
  /** Values of every kind: arrays, objects, and what they hold. */
  readonly values: number;
}

/** What a JSON text holds. */
export interface JsonContent extends JsonExtent {
  /**
   * Whether one of its numbers may be beyond what a double can hold, which makes it infinite when it is parsed. So may
   * any be that has very many digits.
   */
  readonly isBeyond: boolean;
}

/**
 * How much there is in a JSON text, without parsing it: what is parsed has been allocated already, and a short text
 * may hold millions of values. Long strings are skipped at the speed of `indexOf`. Of a text that is no JSON, the
 * numbers mean nothing.
 *
 * @returns numbers of which one is above its limit as soon as that is exceeded
 */
export function extentOf(text: string, limits: JsonExtent): JsonContent {
  let depth = 0;
  let deepest = 0;
  let values = 1;
  let isBeyond = false;
  // Digits in a row.
  let digits = 0;
  // Whether an array or object was opened last, so that its end would show it to be empty.
  let isOpen = false;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) {
      at = endOfString(text, at);
      isOpen = false;
    } else if (code === OPEN_OBJECT || code === OPEN_ARRAY) {
      depth += 1;
      deepest = Math.max(deepest, depth);
      values += 1;
      isOpen = true;
    } else if (code === CLOSE_OBJECT || code === CLOSE_ARRAY) {
      depth -= 1;
      values -= isOpen ? 1 : 0;
      isOpen = false;
    } else if (code === COMMA) {
      values += 1;
    } else if (code >= ZERO && code <= NINE) {
      digits += 1;
      isBeyond ||= digits > MAX_DIGITS;
      isOpen = false;
      continue;
    } else if ((code | LOWER_CASE) === LETTER_E && digits > 0) {
      isBeyond ||= isInfinite(text, at);
    } else if (code > SPACE) {
      isOpen = false;
    }
    digits = 0;
    // What was opened last may turn out to be empty.
    if (deepest > limits.depth || values - (isOpen ? 1 : 0) > limits.values) {
      break;
    }
  }
  return { depth: deepest, values, isBeyond };
}

const SPACE = 0x20;
const QUOTE = 0x22;
const COMMA = 0x2c;
const BACKSLASH = 0x5c;
const ZERO = 0x30;
const NINE = 0x39;
const POINT = 0x2e;
const LETTER_E = 0x65;
const LOWER_CASE = 0x20;
const OPEN_ARRAY = 0x5b;
const CLOSE_ARRAY = 0x5d;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;

/** Of no more digits a number without exponent is beyond a double. */
const MAX_DIGITS = 308;

/** Whether the number whose exponent begins here is beyond a double. */
function isInfinite(text: string, exponent: number): boolean {
  let start = exponent - 1;
  while (isDigit(text.charCodeAt(start - 1)) || text.charCodeAt(start - 1) === POINT) {
    start -= 1;
  }
  let end = exponent + 2;
  while (isDigit(text.charCodeAt(end))) {
    end += 1;
  }
  return !Number.isFinite(Number(text.slice(start, end)));
}

function isDigit(code: number): boolean {
  return code >= ZERO && code <= NINE;
}

/** The position of the quote that closes the string opened at `start`; the text's end if none does. */
function endOfString(text: string, start: number): number {
  for (let at = text.indexOf('"', start + 1); at !== -1; at = text.indexOf('"', at + 1)) {
    let backslashes = 0;
    while (text.charCodeAt(at - 1 - backslashes) === BACKSLASH) {
      backslashes += 1;
    }
    if (backslashes % 2 === 0) {
      return at;
    }
  }
  return text.length;
}
