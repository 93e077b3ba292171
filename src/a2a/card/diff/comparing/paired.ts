import type { Compared } from './card-change.js';

/** The same thing in both cards, by what it is known by. */
export interface Pair<T> extends Compared<T> {
  readonly key: string;
}

/**
 * Puts things of two cards side by side by their keys. Of things with the same key in one card the first goes with the
 * first, and so on.
 *
 * @returns those of the card before in their order, then those that are new
 */
export function paired<T>(before: readonly T[], after: readonly T[], keyOf: (thing: T) => string): Pair<T>[] {
  const [old, fresh] = [byKey(before, keyOf), byKey(after, keyOf)];
  return [...new Set([...old.keys(), ...fresh.keys()])].flatMap((key) => {
    const [olds, freshs] = [old.get(key) ?? [], fresh.get(key) ?? []];
    return Array.from({ length: Math.max(olds.length, freshs.length) }, (_, index) => ({
      key,
      before: olds[index],
      after: freshs[index],
    }));
  });
}

function byKey<T>(things: readonly T[], keyOf: (thing: T) => string): Map<string, T[]> {
  const found = new Map<string, T[]>();
  for (const thing of things) {
    const key = keyOf(thing);
    const same = found.get(key);
    if (same) same.push(thing);
    else found.set(key, [thing]);
  }
  return found;
}
