import { pointerTo } from './json-pointer.js';

/** An object of a card that may hold anything. */
export type LooseObject = Readonly<Record<string, unknown>>;

/** Something of a card and where it stands. */
export interface Located<T> {
  readonly pointer: string;
  readonly value: T;
}

/** A member of an object, with its name. */
export interface LocatedMember<T> extends Located<T> {
  readonly name: string;
}

/** Whether it has members: no list and not null. */
export function isObject(value: unknown): value is LooseObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** What stands in an object; an empty one when it is none. Not for names that a card chooses itself. */
export function memberOf(value: unknown, name: string): unknown {
  return isObject(value) ? value[name] : undefined;
}

/** The elements of a list, none when it is none. */
function elementsOf(value: unknown, pointer: string): Located<unknown>[] {
  return Array.isArray(value)
    ? value.map((element: unknown, index) => ({ pointer: pointerTo(pointer, index), value: element }))
    : [];
}

/** The objects in a list. */
export function objectsOf(value: unknown, pointer: string): Located<LooseObject>[] {
  return elementsOf(value, pointer).filter((one): one is Located<LooseObject> => isObject(one.value));
}

/** The texts in a list. */
export function textsOf(value: unknown, pointer: string): Located<string>[] {
  return elementsOf(value, pointer).filter((one): one is Located<string> => typeof one.value === 'string');
}

/** The members of an object, none when it is none; of its own only. */
export function membersOf(value: unknown, pointer: string): LocatedMember<unknown>[] {
  return isObject(value)
    ? Object.entries(value).map(([name, member]) => ({
        name,
        pointer: pointerTo(pointer, name),
        value: member,
      }))
    : [];
}

/** The members of an object that are objects themselves. */
export function objectMembersOf(value: unknown, pointer: string): LocatedMember<LooseObject>[] {
  return membersOf(value, pointer).filter((one): one is LocatedMember<LooseObject> => isObject(one.value));
}

/** The members of these names that are texts. */
export function textMembers(
  value: LooseObject,
  pointer: string,
  names: readonly string[],
): LocatedMember<string>[] {
  return names
    .map((name) => ({ name, pointer: pointerTo(pointer, name), value: value[name] }))
    .filter((one): one is LocatedMember<string> => typeof one.value === 'string');
}

/** Whether there is a value: ProtoJSON reads `null` as unset. */
export function isSet(value: unknown): boolean {
  return value !== undefined && value !== null;
}
