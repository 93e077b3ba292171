import type { PROTOCOL_MESSAGES } from '../messages.js';

/** A value, and whether it is a good message of this name. */
export type MessageRow = readonly [
  id: string,
  name: keyof typeof PROTOCOL_MESSAGES,
  isGood: boolean,
  what: string,
  value: unknown,
];
