import { createHash } from 'node:crypto';
import type { AgentCard } from '../../protocol/index.js';

/** A card as it is served: bytes and what tells whether a caller has them already, made once. */
export interface CardView {
  readonly card: AgentCard;
  /** The card in UTF-8. */
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** A strong entity tag, quotes included: equal only for equal bytes. */
  readonly etag: string;
  /** When this content was made, as HTTP writes times; the process does not know of earlier ones. */
  readonly lastModified: string;
}

/** @param madeAt in epoch milliseconds */
export function viewOf(card: AgentCard, madeAt: number): CardView {
  const bytes = new TextEncoder().encode(JSON.stringify(card));
  return {
    card,
    bytes,
    etag: `"${createHash('sha256').update(bytes).digest('base64url')}"`,
    lastModified: new Date(madeAt).toUTCString(),
  };
}
