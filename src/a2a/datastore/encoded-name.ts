/** A name as it may stand in keys, names of queues and of connections: without `:`, `.`, braces, blanks and the like. */
export function encodedName(name: string): string {
  return name.replace(
    /[^A-Za-z0-9_-]/gu,
    (character) => `%${Buffer.from(character).toString('hex').toUpperCase()}`,
  );
}
