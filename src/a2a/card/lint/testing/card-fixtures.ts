import { readFileSync } from 'node:fs';

const CARDS = new URL('../../../../../test/cards/', import.meta.url);

/** A card of `test/cards`, each time another copy. */
export function cardFixture(name: string): object {
  return JSON.parse(readFileSync(new URL(`${name}.json`, CARDS), 'utf8')) as object;
}

/** A change of one member: what it is to be at a JSON pointer; undefined takes it away. */
export type CardEdit = readonly [pointer: string, value: unknown];

/** A copy of a card with some members changed. Members on the way that are missing are made. */
export function edited(card: object, ...edits: readonly CardEdit[]): object {
  const copy = structuredClone(card);
  edits.forEach(([pointer, value]) => edit(copy, pointer, value));
  return copy;
}

function edit(card: object, pointer: string, value: unknown): void {
  const names = pointer
    .split('/')
    .slice(1)
    .map((name) => name.replaceAll('~1', '/').replaceAll('~0', '~'));
  const last = names.pop() ?? '';
  const parent = names.reduce<Record<string, unknown>>(
    (within, name) => {
      // Members of their own only, as JSON.parse makes them.
      if (!Object.hasOwn(within, name)) put(within, name, {});
      return within[name] as Record<string, unknown>;
    },
    card as Record<string, unknown>,
  );
  if (value !== undefined) {
    put(parent, last, structuredClone(value));
  } else if (Array.isArray(parent)) {
    parent.splice(Number(last), 1);
  } else {
    Reflect.deleteProperty(parent, last);
  }
}

function put(within: object, name: string, value: unknown): void {
  Object.defineProperty(within, name, { value, enumerable: true, writable: true, configurable: true });
}
