import { readFile, writeFile } from 'node:fs/promises';
import { CardComparisonError } from '../../a2a/card/diff/index.js';
import { printable } from '../printable.js';
import { printDiff } from './card-diff.js';
import { CardDocumentError, readCardDocument } from './card-document.js';

/** What {@link printDiff} returns when the version had to change. */
const UNVERSIONED = 3;

/**
 * Prints a card; or keeps it in a file, which stands under version control so that no change of the card goes unseen,
 * and prints what differs from what was there.
 *
 * @param out the file; left as it is when skills or security changed and the version did not
 * @returns the exit code: 3 for such a change; 2 when the file can not be read or written, or holds no card of 1.0;
 *   else 0
 */
export async function cardPrint(card: object, out?: string): Promise<number> {
  const text = `${JSON.stringify(card, null, 2)}\n`;
  if (out === undefined) {
    console.log(text.trimEnd());
    return 0;
  }
  try {
    if ((await exists(out)) && printDiff(await readCardDocument(out), card) === UNVERSIONED) {
      return UNVERSIONED;
    }
    await writeFile(out, text);
  } catch (error) {
    console.error(printable(`"${out}": ${adviceFor(error)}`));
    return 2;
  }
  console.error(printable(`The card is in "${out}".`));
  return 0;
}

async function exists(path: string): Promise<boolean> {
  return readFile(path).then(
    () => true,
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return false;
      throw error;
    },
  );
}

function adviceFor(error: unknown): string {
  if (error instanceof CardDocumentError || error instanceof CardComparisonError) return error.message;
  const { code = String(error) } = error as NodeJS.ErrnoException;
  return `it can not be read or written (${code}). Give the path of a file in a folder that can be written to.`;
}
