import { withoutSecrets } from './secret-patterns.js';

const MAX_LENGTH = 80;

/** A text of a card as a message may show it: short, in quotation marks, without secrets. */
export function quoted(text: string): string {
  // What is cut off a secret before it is looked for may keep it from being known as one.
  const shown = withoutSecrets(text.slice(0, 50 * MAX_LENGTH));
  return JSON.stringify(shown.length > MAX_LENGTH ? `${shown.slice(0, MAX_LENGTH)}…` : shown);
}
