/** A card that the agent must not start with; the message says what to do. */
export class CardError extends Error {
  override readonly name = 'CardError';
}
