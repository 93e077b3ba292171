/** A card that is not the one that was signed. */
export interface ChangedCard {
  /** Where the change is, as a JSON pointer. */
  readonly pointer: string;
  readonly card: object;
}

/** The card with one letter changed, once for each text of it outside its signatures. */
export function changedByOneLetter(card: Readonly<Record<string, unknown>>): ChangedCard[] {
  const { signatures, ...signed } = card;
  return changes(signed, '').map(({ pointer, value }) => ({
    pointer,
    card: { ...(value as object), signatures },
  }));
}

interface Change {
  readonly pointer: string;
  readonly value: unknown;
}

function changes(value: unknown, pointer: string): Change[] {
  if (typeof value === 'string') {
    return [{ pointer, value: `${value.slice(0, -1)}${value.endsWith('x') ? 'y' : 'x'}` }];
  }
  if (typeof value !== 'object' || value === null) {
    return [];
  }
  return Object.entries(value).flatMap(([name, member]) =>
    changes(member, `${pointer}/${name}`).map((change) => ({
      pointer: change.pointer,
      value: Array.isArray(value)
        ? value.with(Number(name), change.value)
        : { ...value, [name]: change.value },
    })),
  );
}
