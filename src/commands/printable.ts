/** Control characters, and those that change the direction of what follows. */
const UNSEEN = /[\p{Cc}\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069]/gu;

/** A text as one line, in which nothing moves the cursor or hides what stands there. */
export function printable(text: string): string {
  return text.replace(UNSEEN, (one) => `\\u${(one.codePointAt(0) ?? 0).toString(16).padStart(4, '0')}`);
}
