import { createHash, type Hash } from 'node:crypto';
import type { ByteRange, ContentSize } from '../ports/index.js';

/** The size of every chunk that a content is stored in, but of the last. */
export const CHUNK_BYTES = 256 * 1024;

/** Counts and hashes a content on its way. */
export class ContentMeter {
  private readonly hash: Hash = createHash('sha256');
  private bytes = 0;

  add(chunk: Uint8Array): void {
    this.hash.update(chunk);
    this.bytes += chunk.byteLength;
  }

  /** What was added, at its end. */
  size(): ContentSize {
    return { bytes: this.bytes, sha256: this.hash.digest('base64url') };
  }
}

/**
 * The same bytes in chunks of {@link CHUNK_BYTES}, of which only the last may be smaller. Each is a copy: whoever gives
 * the bytes may use their memory again.
 */
export async function* inChunks(source: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let chunk = Buffer.allocUnsafe(CHUNK_BYTES);
  let filled = 0;
  for await (const piece of source) {
    for (let taken = 0; taken < piece.byteLength; ) {
      const some = piece.subarray(taken, taken + CHUNK_BYTES - filled);
      chunk.set(some, filled);
      taken += some.byteLength;
      filled += some.byteLength;
      if (filled === CHUNK_BYTES) {
        yield chunk;
        chunk = Buffer.allocUnsafe(CHUNK_BYTES);
        filled = 0;
      }
    }
  }
  if (filled > 0) yield chunk.subarray(0, filled);
}

/** Which bytes of which chunk make a range. */
export function* chunksOf({ from, to }: ByteRange): Generator<{ place: number; begin: number; end: number }> {
  for (let at = from; at <= to; ) {
    const place = Math.floor(at / CHUNK_BYTES);
    const first = place * CHUNK_BYTES;
    const end = Math.min(to + 1 - first, CHUNK_BYTES);
    yield { place, begin: at - first, end };
    at = first + end;
  }
}
