import { quoted } from '../../lint/exposure/quoted.js';
import { requirementsIn, type Requirements, schemesRequiredBy } from '../../lint/reading/card-parts.js';
import type { LooseObject } from '../../lint/reading/loose-json.js';
import { breaking, type CardChange, compatible } from '../comparing/card-change.js';
import type { ComparedParts } from '../comparing/members.js';
import { paired } from '../comparing/paired.js';

/** Which alternatives ask for no more than others do is looked at up to so many; more are compared by equality. */
const MAX_COMPARED = 20;

/** Scheme names and the scopes that each needs: all are needed together. */
type Needs = ReadonlyMap<string, ReadonlySet<string>>;

interface Alternative {
  readonly pointer: string;
  readonly needs: Needs;
  readonly key: string;
}

const NOTHING: Needs = new Map();

/** What callers must prove to the agent. */
export function requirementChanges(before: LooseObject, after: LooseObject): CardChange[] {
  return changesBetween(requirementsIn(before, ''), requirementsIn(after, ''), [NOTHING]);
}

/**
 * What callers must prove for a skill, beside what the agent asks of all.
 *
 * @param card the one before: whoever met its requirements has proved that already
 */
export function skillRequirementChanges({ before, after }: ComparedParts, card: LooseObject): CardChange[] {
  const proved = alternativesOf(requirementsIn(card, '')).map(({ needs }) => needs);
  return changesBetween(
    requirementsIn(before.value, before.pointer),
    requirementsIn(after.value, after.pointer),
    proved.length === 0 ? [NOTHING] : proved,
  );
}

/** @param proved what callers have proved besides, one way or another */
function changesBetween(before: Requirements, after: Requirements, proved: readonly Needs[]): CardChange[] {
  const [old, fresh] = [alternativesOf(before), alternativesOf(after)];
  const isServed = (needs: Needs) => isStillServed(needs, fresh, proved);
  if (old.length === 0) {
    const message = 'What asked for nothing asks for credentials now.';
    return fresh.length === 0
      ? []
      : [(isServed(NOTHING) ? compatible : breaking)('added', after.pointer, message)];
  }
  if (fresh.length === 0) {
    return [compatible('removed', before.pointer, 'What asked for credentials asks for nothing now.')];
  }
  return paired(old, fresh, ({ key }) => key).flatMap(({ before: lost, after: gained }) => {
    if (lost && gained) {
      return [];
    }
    return [
      ...(gained ? [compatible('added', gained.pointer, `${nameOf(gained.needs)} is enough now.`)] : []),
      ...(lost ? [lostChange(lost, isServed(lost.needs))] : []),
    ];
  });
}

function lostChange({ pointer, needs }: Alternative, isServed: boolean): CardChange {
  return isServed
    ? compatible('removed', pointer, `${nameOf(needs)} is more than is asked for now.`)
    : breaking('removed', pointer, `${nameOf(needs)} is not enough any more.`);
}

function isStillServed(needs: Needs, fresh: readonly Alternative[], proved: readonly Needs[]): boolean {
  if (fresh.length === 0) {
    return true;
  }
  if (fresh.length > MAX_COMPARED || proved.length > MAX_COMPARED) {
    const key = keyOf(needs);
    return fresh.some((alternative) => alternative.key === key);
  }
  return proved.every((others) => fresh.some((alternative) => isMetBy(alternative.needs, [needs, others])));
}

function isMetBy(asked: Needs, given: readonly Needs[]): boolean {
  return [...asked].every(
    ([scheme, scopes]) =>
      given.some((needs) => needs.has(scheme)) &&
      [...scopes].every((scope) => given.some((needs) => needs.get(scheme)?.has(scope))),
  );
}

function alternativesOf({ alternatives }: Requirements): Alternative[] {
  return alternatives.map((alternative) => {
    const needs = new Map(
      schemesRequiredBy(alternative).map(({ name, scopes }) => [
        name,
        new Set(scopes.map(({ value }) => value)),
      ]),
    );
    return { pointer: alternative.pointer, needs, key: keyOf(needs) };
  });
}

function keyOf(needs: Needs): string {
  const schemes = [...needs].map(([name, scopes]) => JSON.stringify([name, [...scopes].toSorted()]));
  return JSON.stringify(schemes.toSorted());
}

function nameOf(needs: Needs): string {
  const names = [...needs].map(([name, scopes]) =>
    scopes.size === 0 ? quoted(name) : `${quoted(name)} with ${[...scopes].map(quoted).join(', ')}`,
  );
  return names.length === 0 ? 'Nothing' : names.slice(0, 5).join(' and ');
}
