/** Dice to roll: `count` dice of `sides` faces. */
export interface Dice {
  readonly count: number;
  readonly sides: number;
}

/** More dice than this are no game. */
const MAX_COUNT = 100;
/** More faces than this have no die. */
const MAX_SIDES = 1_000;

const NOTATION = /(?<!\w)(\d{1,9})\s*d\s*(\d{1,9})(?!\w)/iu;

/** @returns the first `NdM` in a text, or undefined */
export function parseDice(text: string): Dice | undefined {
  const [, count, sides] = NOTATION.exec(text) ?? [];
  return count && sides ? { count: Number(count), sides: Number(sides) } : undefined;
}

/** @returns what is wrong with these dice, or undefined */
export function faultOf({ count, sides }: Dice): string | undefined {
  if (count < 1 || count > MAX_COUNT) {
    return `I roll 1 to ${MAX_COUNT} dice at once, not ${count}. Try 2d6.`;
  }
  if (sides < 1 || sides > MAX_SIDES) {
    return `A die has 1 to ${MAX_SIDES} faces, not ${sides}. Try 2d6.`;
  }
  return undefined;
}
