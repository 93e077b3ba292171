import type { AgentCard } from '../../protocol/index.js';
import { servedBytes, type ServedBytes } from './served-bytes.js';

/** A card, and as it is served. */
export interface CardView extends ServedBytes {
  readonly card: AgentCard;
}

/** @param madeAt in epoch milliseconds */
export function viewOf(card: AgentCard, madeAt: number): CardView {
  return { card, ...servedBytes(card, madeAt) };
}
