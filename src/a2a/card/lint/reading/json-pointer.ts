/** The JSON pointer (RFC 6901) of a member or an element. */
export function pointerTo(parent: string, name: string | number): string {
  return typeof name === 'number' ? `${parent}/${name}` : `${parent}/${escaped(name)}`;
}

/** The JSON pointer of what a path of names and places leads to. */
export function pointerOf(path: readonly PropertyKey[]): string {
  return path.map((name) => `/${escaped(String(name))}`).join('');
}

/** The names and places that a JSON pointer goes by. */
export function pathOf(pointer: string): string[] {
  return pointer
    .split('/')
    .slice(1)
    .map((name) => name.replaceAll('~1', '/').replaceAll('~0', '~'));
}

/** Orders pointers by their names; places in lists by number. */
export function comparePointers(one: string, other: string): number {
  const [names, others] = [one.split('/'), other.split('/')];
  const index = names.findIndex((name, place) => name !== others[place]);
  if (index === -1) {
    return names.length - others.length;
  }
  const [name = '', opposite] = [names[index], others[index]];
  if (opposite === undefined) {
    return 1;
  }
  return isPlace(name) && isPlace(opposite) ? Number(name) - Number(opposite) : name < opposite ? -1 : 1;
}

function isPlace(name: string): boolean {
  return /^\d{1,15}$/.test(name);
}

function escaped(name: string): string {
  return name.replaceAll('~', '~0').replaceAll('/', '~1');
}
