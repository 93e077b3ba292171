import type { AgentCard } from '../../protocol/index.js';
import { servedBytes, type ServedBytes } from './served-bytes.js';

/** A card, and as it is served. */
export interface CardView extends ServedBytes {
  readonly card: AgentCard;
}

/** @param card signed, if it is to be */
export function viewOf(card: AgentCard): CardView {
  return { card, ...servedBytes(card) };
}
