import { createHash } from 'node:crypto';

/** A piece of the files that tests make: each is another, so that none can stand in the place of another. */
export function pieceOf(index: number, bytes: number): Buffer {
  const block = createHash('sha512').update(`${index}`).digest();
  return Buffer.alloc(bytes, block);
}

/** All pieces of such a file. */
export function wholeOf(pieces: number, bytes: number): Buffer {
  return Buffer.concat(Array.from({ length: pieces }, (_, index) => pieceOf(index, bytes)));
}

/** The hash of all pieces, of which no two are held. */
export function hashOf(pieces: number, bytes: number): string {
  const hash = createHash('sha256');
  for (let index = 0; index < pieces; index += 1) hash.update(pieceOf(index, bytes));
  return hash.digest('hex');
}
