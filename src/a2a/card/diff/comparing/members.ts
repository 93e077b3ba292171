import { isDeepStrictEqual } from 'node:util';
import { quoted } from '../../lint/exposure/quoted.js';
import { pointerTo } from '../../lint/reading/json-pointer.js';
import { isSet, type Located, type LooseObject, textsOf } from '../../lint/reading/loose-json.js';
import { type CardChange, type Compared, compatible, kindOf } from './card-change.js';

/** The same part of two cards, each with the place where it stands. */
export type ComparedParts = { readonly [Side in keyof Compared<unknown>]: Located<LooseObject> };

/** Whether two values are the same JSON; the order of members does not count. */
export function isSame(one: unknown, other: unknown): boolean {
  return isDeepStrictEqual(one, other);
}

/** A member in both; `null` and an empty list or text say no more than nothing does. */
export function comparedMember({ before, after }: ComparedParts, name: string): Compared<unknown> {
  return { before: meaningOf(ownMember(before.value, name)), after: meaningOf(ownMember(after.value, name)) };
}

/**
 * What differs between two objects in members that callers need not act on: texts, and whatever the protocol does
 * not know.
 *
 * @param otherwise the names of members that are compared in another way
 */
export function textChanges(parts: ComparedParts, otherwise: ReadonlySet<string>): CardChange[] {
  const { before, after } = parts;
  const names = [...new Set([...Object.keys(before.value), ...Object.keys(after.value)])];
  return names
    .filter((name) => !otherwise.has(name))
    .flatMap((name) => {
      const member = comparedMember(parts, name);
      const kind = kindOf(member);
      const { pointer } = kind === 'removed' ? before : after;
      return isSame(member.before, member.after)
        ? []
        : [compatible(kind, pointerTo(pointer, name), textMessage(name, member))];
    });
}

/** What was added to a set of texts and what was taken from it, each as a change at the place of the list. */
export function setChanges(
  list: Compared<unknown>,
  pointers: { readonly before: string; readonly after: string },
  toChange: (kind: 'added' | 'removed', pointer: string, text: string) => CardChange,
): CardChange[] {
  const [old, fresh] = [textSet(list.before), textSet(list.after)];
  return [
    ...[...old].filter((one) => !fresh.has(one)).map((one) => toChange('removed', pointers.before, one)),
    ...[...fresh].filter((one) => !old.has(one)).map((one) => toChange('added', pointers.after, one)),
  ];
}

/** Tags, whose order and number of mentions mean nothing. */
export function tagChanges(parts: ComparedParts): CardChange[] {
  const pointers = {
    before: pointerTo(parts.before.pointer, 'tags'),
    after: pointerTo(parts.after.pointer, 'tags'),
  };
  return setChanges(comparedMember(parts, 'tags'), pointers, (kind, pointer, tag) =>
    compatible(kind, pointer, `The tag ${quoted(tag)} was ${kind}.`),
  );
}

function textMessage(name: string, { before, after }: Compared<unknown>): string {
  if (before === undefined) {
    return `${quoted(name)} was added.`;
  }
  if (after === undefined) {
    return `${quoted(name)} was removed.`;
  }
  return typeof before === 'string' && typeof after === 'string'
    ? `${quoted(name)} was ${quoted(before)} and is ${quoted(after)}.`
    : `${quoted(name)} is another.`;
}

/** The texts of a list, each once. */
export function textSet(list: unknown): Set<string> {
  return new Set(textsOf(list, '').map(({ value }) => value));
}

function meaningOf(value: unknown): unknown {
  const isEmpty = value === '' || (Array.isArray(value) && value.length === 0);
  return isSet(value) && !isEmpty ? value : undefined;
}

function ownMember(value: LooseObject, name: string): unknown {
  return Object.hasOwn(value, name) ? value[name] : undefined;
}
