import type { JsonObject, JsonValue } from '../../protocol/index.js';
import { canonicalText, refuseUncanonical } from './canonical-text.js';
import { CARD_SCHEMA, type CardField, type CardMessageName, type CardType } from './card-schema.js';
import { readCard } from './wire-card.js';

/**
 * The canonical text of a card as the specification describes it (section 8.4.1): without `signatures`, without
 * members that equal their default unless they are REQUIRED or were explicitly set, by RFC 8785. Entries of maps
 * and elements of lists are kept whatever they hold, as are the `params` of extensions.
 *
 * @param card JSON as it was received
 * @throws CardFormError when the card has no canonical form
 */
export function specForm(card: unknown): string {
  return canonicalText(withoutDefaults(card));
}

/**
 * What the specification's form says, before it becomes text.
 *
 * @throws CardFormError when the card has no canonical form
 */
export function withoutDefaults(card: unknown): JsonObject {
  const content = readCard(card);
  refuseUncanonical(content);
  return ofMessage(content, 'AgentCard');
}

function ofMessage(message: JsonObject, name: CardMessageName): JsonObject {
  const { fields } = CARD_SCHEMA[name];
  return Object.fromEntries(
    Object.entries(message).flatMap(([key, value]) => {
      const field = fields[key] as CardField;
      const kept = ofValue(value, field.type);
      return field.presence === 'implicit' && isDefault(kept) ? [] : [[key, kept]];
    }),
  );
}

function ofValue(value: JsonValue, type: CardType): JsonValue {
  if (type.kind === 'message') {
    return ofMessage(value as JsonObject, type.message);
  }
  if (type.kind === 'list') {
    return (value as JsonValue[]).map((element) => ofValue(element, type.of));
  }
  if (type.kind === 'map') {
    const entries = Object.entries(value as JsonObject);
    return Object.fromEntries(entries.map(([key, entry]) => [key, ofValue(entry, type.of)]));
  }
  return value;
}

/** Of strings, booleans, lists and maps; messages have no default but absence. */
function isDefault(value: JsonValue): boolean {
  return (
    value === '' || value === false || (typeof value === 'object' && Object.keys(value ?? {}).length === 0)
  );
}
