import type { JsonObject, JsonValue } from '../../protocol/index.js';
import { CARD_SCHEMA, type CardMessageName, type CardType } from './card-schema.js';
import { memberPointer, readablePointer } from './json-pointer.js';

/** A card that can not be brought into a canonical form, and so neither be signed nor verified. */
export class CardFormError extends Error {
  override readonly name = 'CardFormError';

  /**
   * @param pointer where (RFC 6901)
   * @param problem what is the matter there, to be read after the pointer
   */
  constructor(
    readonly pointer: string,
    problem: string,
  ) {
    super(`${pointer === '' ? 'The card' : readablePointer(pointer)} ${problem}.`);
  }
}

/**
 * Reads what a card in ProtoJSON says, without its signatures: members that the protocol knows, in the order and
 * with the values they came with. Members outside the schema are left out, and so is `null`, which says the
 * same as nothing. Names in snake_case count as outside: who wants to accept them normalises first.
 *
 * REQUIRED members may be missing; that is the matter of those who read the card for its content.
 *
 * @param card JSON as it was received, never an object of another implementation's types
 * @returns a copy; what `params` hold is shared with the card
 * @throws CardFormError when a member has another type than the protocol says, or a choice several members
 */
export function readCard(card: unknown): JsonObject {
  const { signatures: _, ...content } = asObject(card, '');
  return readMessage(content, 'AgentCard', '');
}

function readMessage(value: unknown, name: CardMessageName, pointer: string): JsonObject {
  const { fields, isChoice } = CARD_SCHEMA[name];
  const read: [string, JsonValue][] = [];
  for (const [key, member] of Object.entries(asObject(value, pointer))) {
    const field = Object.hasOwn(fields, key) ? fields[key] : undefined;
    if (field !== undefined && member !== undefined && member !== null) {
      read.push([key, readValue(member, field.type, memberPointer(pointer, key))]);
    }
  }
  if (isChoice && read.length > 1) {
    const names = read.map(([key]) => key).join(' and ');
    throw new CardFormError(pointer, `holds ${names}; it may hold one of them only`);
  }
  return Object.fromEntries(read);
}

function readValue(value: unknown, type: CardType, pointer: string): JsonValue {
  if (type.kind === 'message') {
    return readMessage(value, type.message, pointer);
  }
  if (type.kind === 'list') {
    return asList(value, pointer).map((element, index) => readValue(element, type.of, `${pointer}/${index}`));
  }
  if (type.kind === 'map') {
    const entries = Object.entries(asObject(value, pointer)).map(
      ([key, entry]) => [key, readValue(entry, type.of, memberPointer(pointer, key))] as const,
    );
    return Object.fromEntries(entries);
  }
  if (type.kind === 'struct') {
    return asObject(value, pointer) as JsonObject;
  }
  if (typeof value !== type.kind) {
    throw new CardFormError(pointer, `must be a ${type.kind}`);
  }
  return value as string | boolean;
}

function asObject(value: unknown, pointer: string): Record<string, unknown> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new CardFormError(pointer, 'must be a JSON object');
  }
  return value as Record<string, unknown>;
}

function asList(value: unknown, pointer: string): readonly unknown[] {
  if (!Array.isArray(value)) {
    throw new CardFormError(pointer, 'must be a list');
  }
  return value;
}
