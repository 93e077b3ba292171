import { detectDialect } from '../dialect/detect-dialect.js';
import { sizeFault } from './document/document-size.js';
import { pointerWithoutSecrets } from './exposure/secrets.rules.js';
import type { Finding, LintOptions } from './finding.js';
import type { LintRule } from './lint-rule.js';
import { comparePointers } from './reading/json-pointer.js';
import { isObject } from './reading/loose-json.js';
import { CARD_RULES, DOCUMENT_RULES, TOO_LARGE, TOO_MANY_FINDINGS } from './rules.js';

/** Whoever has made more faults has made the same one often. */
export const MAX_FINDINGS = 100;

/**
 * Looks for what is wrong with a card: what the protocol forbids, what callers would stumble over, and what nobody
 * else should see (section 4.4, 14.3). Works on anything; does no I/O.
 *
 * @param card what `JSON.parse` returned of a card as it is served
 * @returns what was found, in the order of pointers; at most {@link MAX_FINDINGS}, errors before warnings, and then
 *   one that says that there are more
 * @throws TypeError when `expectedOrigin` is no URL; never for a card
 */
export function lintCard(card: unknown, options: LintOptions): Finding[] {
  const tooLarge = sizeFault(card);
  if (tooLarge) {
    return [...findingsOf({ ...TOO_LARGE, faults: () => [tooLarge] }, card, { ...options, off: undefined })];
  }
  const found = DOCUMENT_RULES.flatMap((rule) => [...findingsOf(rule, card, options)]);
  if (isObject(card) && isReadableAs10(card)) {
    found.push(...CARD_RULES.flatMap((rule) => [...findingsOf(rule, card, options)]));
  }
  const told = errorsFirst(found).slice(0, MAX_FINDINGS);
  const sorted = told.toSorted(
    (one, other) => comparePointers(one.pointer, other.pointer) || (one.rule < other.rule ? -1 : 1),
  );
  return found.length > MAX_FINDINGS ? [...sorted, MORE_FINDINGS] : sorted;
}

/** A card of another dialect breaks every rule of 1.0; one that is unknown may lack but a few members. */
function isReadableAs10(card: unknown): boolean {
  const { dialect } = detectDialect(card);
  return dialect === '1.0' || dialect === 'unknown';
}

/** One more than can be told is enough to know that there are more. */
function* findingsOf<Subject>(
  rule: LintRule<Subject>,
  subject: Subject,
  options: LintOptions,
): Generator<Finding> {
  const severity = rule.severity[options.environment];
  if (severity === 'off' || options.off?.has(rule.id)) return;
  let count = 0;
  for (const { pointer, message } of rule.faults(subject, options)) {
    yield { rule: rule.id, severity, pointer: pointerWithoutSecrets(pointer), message };
    count += 1;
    if (count > MAX_FINDINGS) return;
  }
}

function errorsFirst(findings: readonly Finding[]): Finding[] {
  return [
    ...findings.filter(({ severity }) => severity === 'error'),
    ...findings.filter(({ severity }) => severity === 'warning'),
  ];
}

const MORE_FINDINGS: Finding = {
  rule: TOO_MANY_FINDINGS.id,
  severity: 'warning',
  pointer: '',
  message: `There are more than these ${MAX_FINDINGS}. Correct them, and lint the card again.`,
};
