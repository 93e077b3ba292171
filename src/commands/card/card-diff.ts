import { CardComparisonError, diffCards, needsVersionChange } from '../../a2a/card/diff/index.js';
import { CardDocumentError, readCardDocument } from './card-document.js';
import { printable } from '../printable.js';

/**
 * Prints what differs between two cards: a line for each change on the standard output, what is left to say on the
 * other.
 *
 * @param beforeFile the path of the card that callers know, or `-` for the standard input
 * @param after the card that comes in its place: its path, or `-`, or the card itself
 * @returns the exit code: 3 when skills or security changed and the version did not, breaking or not; else 1 when
 *   something is breaking, and 0 when nothing is; 2 for what can not be read or is no card of 1.0
 */
export async function cardDiff(beforeFile: string, after: string | object): Promise<number> {
  try {
    if (beforeFile === '-' && after === '-') {
      throw new CardDocumentError('Only one of the two cards can come by the standard input. Name a file.');
    }
    const before = await readCardDocument(beforeFile);
    return printDiff(before, typeof after === 'string' ? await readCardDocument(after) : after);
  } catch (error) {
    if (!(error instanceof CardDocumentError || error instanceof CardComparisonError)) throw error;
    console.error(printable(error.message));
    return 2;
  }
}

/**
 * Prints what differs.
 *
 * @returns the exit code, as {@link cardDiff}
 * @throws CardComparisonError when one of them is no card of 1.0
 */
export function printDiff(before: unknown, after: unknown): number {
  const changes = diffCards(before, after);
  for (const { effect, kind, pointer, message } of changes) {
    console.log(printable(`${effect} ${kind} ${pointer} ${message}`));
  }
  const unversioned = needsVersionChange(before, after);
  if (unversioned.length > 0) {
    console.error(
      'Skills or security changed and the version did not, so who keeps the card does not notice. Raise "version".',
    );
    return 3;
  }
  if (changes.length === 0) {
    console.error('The cards say the same.');
  }
  return changes.some(({ effect }) => effect === 'breaking') ? 1 : 0;
}
