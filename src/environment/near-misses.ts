/**
 * Names that are probably meant to be one of ours: same letters in another spelling (`Port`, `JSONRPC_PATH`),
 * or a slip of the pen in a long name (`DATASTORE_URI`). Short names such as PORT and ROLE are only compared
 * by spelling, for too many names of others are close to them (`HOSTNAME`, `ROLES`, `POST`).
 *
 * @param present the names that are set
 * @param known our names
 * @returns the name that is set and the one that is probably meant
 */
export function nearMisses(
  present: readonly string[],
  known: readonly string[],
): { readonly name: string; readonly meant: string }[] {
  return present
    .filter((name) => !known.includes(name))
    .flatMap((name) => {
      const meant = known.find((candidate) => isNear(lettersOf(name), lettersOf(candidate)));
      return meant === undefined ? [] : [{ name, meant }];
    });
}

function lettersOf(name: string): string {
  return name.toUpperCase().replace(/[^A-Z0-9]/g, '');
}

function isNear(name: string, known: string): boolean {
  const allowed = known.length >= 9 ? 2 : known.length >= 7 ? 1 : 0;
  return Math.abs(name.length - known.length) <= allowed && editDistance(name, known) <= allowed;
}

/** Insertions, deletions and substitutions that turn one word into the other (Levenshtein). */
function editDistance(from: string, to: string): number {
  let above = Array.from({ length: to.length + 1 }, (_, column) => column);
  for (const [row, letter] of from.split('').entries()) {
    const line = [row + 1];
    for (const [column, other] of to.split('').entries()) {
      const substituted = (above[column] ?? 0) + (letter === other ? 0 : 1);
      line.push(Math.min(substituted, (above[column + 1] ?? 0) + 1, (line[column] ?? 0) + 1));
    }
    above = line;
  }
  return above[to.length] ?? 0;
}
