/** What a change means for callers that know the card from before. */
type ChangeEffect = 'breaking' | 'compatible';

/** A difference between two cards. */
export interface CardChange {
  /** Where, as a JSON pointer (RFC 6901): into the card before for what was removed, else into the one after. */
  readonly pointer: string;
  readonly kind: 'added' | 'removed' | 'changed';
  readonly effect: ChangeEffect;
  /** What changed, for people; holds no secret of the cards. */
  readonly message: string;
}

/** Of two values that stand for the same thing; each is undefined when there is none. */
export interface Compared<T> {
  readonly before: T | undefined;
  readonly after: T | undefined;
}

/** What became of a member that was or is there. */
export function kindOf({ before, after }: Compared<unknown>): CardChange['kind'] {
  if (before === undefined) {
    return 'added';
  }
  return after === undefined ? 'removed' : 'changed';
}

/** A change that callers need not notice. */
export function compatible(kind: CardChange['kind'], pointer: string, message: string): CardChange {
  return { pointer, kind, effect: 'compatible', message };
}

/** A change after which callers that did everything right are no longer served. */
export function breaking(kind: CardChange['kind'], pointer: string, message: string): CardChange {
  return { pointer, kind, effect: 'breaking', message };
}
