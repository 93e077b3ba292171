import { detectDialect } from '../dialect/detect-dialect.js';
import { sizeFault } from '../lint/document/document-size.js';
import { pointerWithoutSecrets } from '../lint/exposure/secrets.rules.js';
import { comparePointers } from '../lint/reading/json-pointer.js';
import { isObject, type LooseObject } from '../lint/reading/loose-json.js';
import { capabilityChanges } from './parts/capabilities.diff.js';
import { type CardChange, compatible, kindOf } from './comparing/card-change.js';
import { interfaceChanges } from './parts/interfaces.diff.js';
import { comparedMember, isSame, textChanges } from './comparing/members.js';
import { defaultModeChanges } from './parts/modes.diff.js';
import { requirementChanges } from './security/requirements.diff.js';
import { schemeChanges } from './security/schemes.diff.js';
import { skillChanges } from './parts/skills.diff.js';

const COMPARED = new Set([
  'supportedInterfaces',
  'capabilities',
  'defaultInputModes',
  'defaultOutputModes',
  'skills',
  'securitySchemes',
  'securityRequirements',
  'signatures',
]);

/** Cards can not be compared: the message says which one, and why. */
export class CardComparisonError extends Error {
  override readonly name = 'CardComparisonError';
}

/** The order in which changes of one pointer are told. */
const KINDS: readonly CardChange['kind'][] = ['removed', 'changed', 'added'];

/**
 * What differs between two cards of 1.0, and what that means for callers that know the first one. Things that have a
 * name are compared by it: skills by id, interfaces by binding, version and tenant, schemes by name, extensions by
 * URI. Texts, tags, examples and additions are compatible. What becomes false or is taken away, an address that
 * changes, and credentials that are not enough any more are breaking.
 *
 * @param before what `JSON.parse` returned of the card that callers know
 * @param after the same of the card that comes in its place
 * @returns in the order of pointers; none for cards that say the same, however they are written
 * @throws CardComparisonError when one of them is no card of 1.0, or is too large to be one
 */
export function diffCards(before: unknown, after: unknown): CardChange[] {
  const [old, fresh] = [comparableCard(before, 'before'), comparableCard(after, 'after')];
  const parts = { before: { pointer: '', value: old }, after: { pointer: '', value: fresh } };
  return [
    ...textChanges(parts, COMPARED),
    ...interfaceChanges(old, fresh),
    ...capabilityChanges(old, fresh),
    ...defaultModeChanges(old, fresh),
    ...skillChanges(old, fresh),
    ...schemeChanges(old, fresh),
    ...requirementChanges(old, fresh),
    ...signatureChanges(parts),
  ]
    .map((change) => ({ ...change, pointer: pointerWithoutSecrets(change.pointer) }))
    .toSorted(
      (one, other) =>
        comparePointers(one.pointer, other.pointer) || KINDS.indexOf(one.kind) - KINDS.indexOf(other.kind),
    );
}

function signatureChanges(parts: Parameters<typeof textChanges>[0]): CardChange[] {
  const signatures = comparedMember(parts, 'signatures');
  const kind = kindOf(signatures);
  return isSame(signatures.before, signatures.after)
    ? []
    : [compatible(kind, '/signatures', `The signatures were ${kind}.`)];
}

function comparableCard(card: unknown, which: 'before' | 'after'): LooseObject {
  const tooLarge = sizeFault(card);
  if (tooLarge) {
    throw new CardComparisonError(`The card ${which} can not be compared. ${tooLarge.message}`);
  }
  const { dialect, reasons } = detectDialect(card);
  if (dialect !== '1.0' || !isObject(card)) {
    throw new CardComparisonError(
      `The card ${which} is none of A2A 1.0 (${reasons.join('; ')}). Compare cards of 1.0; lint says what is missing.`,
    );
  }
  return card;
}
