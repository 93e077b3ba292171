/** Levels of arrays and objects that the parameters of a call may have. */
export const MAX_DEPTH = 99;

/**
 * How deep the arrays and objects of a JSON text are nested, without parsing it: what is parsed has been
 * allocated already. Long strings are skipped at the speed of `indexOf`.
 *
 * @returns the depth, or a number above `limit` as soon as it is exceeded
 */
export function jsonDepth(text: string, limit: number): number {
  let depth = 0;
  let deepest = 0;
  for (let at = 0; at < text.length && deepest <= limit; at += 1) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) {
      at = endOfString(text, at);
    } else if (code === OPEN_OBJECT || code === OPEN_ARRAY) {
      depth += 1;
      deepest = Math.max(deepest, depth);
    } else if (code === CLOSE_OBJECT || code === CLOSE_ARRAY) {
      depth -= 1;
    }
  }
  return deepest;
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const OPEN_ARRAY = 0x5b;
const CLOSE_ARRAY = 0x5d;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;

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
