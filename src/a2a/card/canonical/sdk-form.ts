import type { JsonObject, JsonValue } from '../../protocol/index.js';
import { canonicalText } from './canonical-text.js';
import { CARD_SCHEMA, type CardField, type CardType } from './card-schema.js';
import { memberPointer } from './json-pointer.js';
import { withoutDefaults } from './spec-form.js';

/** Who reads them has seen the point by then; a hostile card could hold any number. */
const MAX_POINTERS = 50;

/**
 * The canonical text that the official SDKs sign: whatever is empty is left out at any depth, also members that
 * the specification keeps, entries of maps and elements of lists. See `uncovered` for what that costs.
 *
 * @param card JSON as it was received
 * @throws CardFormError when the card has no canonical form
 */
export function sdkForm(card: unknown): string {
  return canonicalText(withoutEmpty(card));
}

/**
 * What the SDKs' form says, before it becomes text.
 *
 * @throws CardFormError when the card has no canonical form
 */
export function withoutEmpty(card: unknown): JsonValue {
  return cleaned(withoutDefaults(card)) ?? {};
}

/**
 * What a signature over the SDKs' form does not cover although it has a meaning: entries of maps, elements of
 * lists and chosen members of a `oneof` that are empty, such as the requirement `{}`, which allows anonymous
 * callers. Anybody could have added them to a signed card or taken them away.
 *
 * @returns JSON pointers, of the outermost only and of the first 50
 * @throws CardFormError when the card has no canonical form
 */
export function uncovered(card: unknown): string[] {
  const pointers: string[] = [];
  visit(withoutDefaults(card), { kind: 'message', message: 'AgentCard' }, '', pointers);
  return pointers;
}

function visit(value: JsonValue, type: CardType, pointer: string, pointers: string[]): void {
  for (const [name, child, childType, isMeant] of childrenOf(value, type)) {
    if (pointers.length === MAX_POINTERS) {
      return;
    }
    const at = memberPointer(pointer, name);
    if (isMeant && isEmpty(child)) {
      pointers.push(at);
    } else {
      visit(child, childType, at, pointers);
    }
  }
}

/** The parts of a value; `isMeant` when their mere presence says something. */
type Child = readonly [name: string, value: JsonValue, type: CardType, isMeant: boolean];

function childrenOf(value: JsonValue, type: CardType): Child[] {
  if (typeof value !== 'object' || value === null) {
    return [];
  }
  // As they stand in the canonical text, so that the order of the members received makes no difference.
  const names = Array.isArray(value) ? Object.keys(value) : Object.keys(value).toSorted();
  const parts = names.map((name) => [name, (value as JsonObject)[name] as JsonValue] as const);
  if (type.kind === 'message') {
    const { fields, isChoice } = CARD_SCHEMA[type.message];
    return parts.map(([name, part]) => {
      const field = fields[name] as CardField;
      return [name, part, field.type, isChoice];
    });
  }
  const of = type.kind === 'list' || type.kind === 'map' ? type.of : type;
  return parts.map(([name, part]) => [name, part, of, true]);
}

function isEmpty(value: JsonValue): boolean {
  return value === '' || value === null || (typeof value === 'object' && Object.values(value).every(isEmpty));
}

function cleaned(value: JsonValue): JsonValue | undefined {
  if (typeof value !== 'object' || value === null) {
    return value === '' || value === null ? undefined : value;
  }
  if (Array.isArray(value)) {
    const elements = value.map(cleaned).filter((element) => element !== undefined);
    return elements.length > 0 ? elements : undefined;
  }
  const members = Object.entries(value).flatMap(([name, member]) => {
    const rest = cleaned(member);
    return rest === undefined ? [] : [[name, rest] as const];
  });
  return members.length > 0 ? Object.fromEntries(members) : undefined;
}
