import { isObject } from '../lint/reading/loose-json.js';
import { diffCards } from './diff-cards.js';

/** What callers and catalogs keep until the version of the agent changes. */
const VERSIONED = /^\/(?:skills|securitySchemes|securityRequirements)(?:\/|$)/;

/**
 * Whether skills or security of a card changed, in any way, while its version stayed: who keeps cards by their
 * version would not notice.
 *
 * @returns the pointers of what changed, each once and in order; none when the version changed too, or nothing did
 * @throws CardComparisonError when one of them is no card of 1.0, or is too large to be one
 */
export function needsVersionChange(before: unknown, after: unknown): string[] {
  const pointers = diffCards(before, after)
    .map(({ pointer }) => pointer)
    .filter((pointer) => VERSIONED.test(pointer));
  return versionOf(before) === versionOf(after) ? [...new Set(pointers)] : [];
}

function versionOf(card: unknown): unknown {
  return isObject(card) ? card.version : undefined;
}
