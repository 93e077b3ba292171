/**
 * A JSON value that need not be one that JavaScript can hold: members may come twice or be called `__proto__`, and a
 * number may have any number of digits.
 */
export type Tree = string | number | boolean | null | readonly Tree[] | Raw | Members;

/** Text that stands in the place of a value as it is. */
export class Raw {
  constructor(readonly text: string) {}
}

/** The members of an object, in their order. */
export class Members {
  constructor(readonly list: readonly Member[]) {}
}

export type Member = readonly [name: string, value: Tree];

/** An object; members that are undefined are left out. */
export function object(members: Readonly<Record<string, Tree | undefined>>): Members {
  return new Members(
    Object.entries(members).filter((member): member is [string, Tree] => member[1] !== undefined),
  );
}

/** A value that JavaScript holds, as a tree. */
export function treeOf(value: unknown): Tree {
  if (Array.isArray(value)) return value.map(treeOf);
  if (typeof value !== 'object' || value === null) return value as Tree;
  return new Members(Object.entries(value).map(([name, member]) => [name, treeOf(member)]));
}

/** The tree as JSON. */
export function textOf(tree: Tree): string {
  if (tree instanceof Raw) return tree.text;
  if (tree instanceof Members) {
    return `{${tree.list.map(([name, value]) => `${JSON.stringify(name)}:${textOf(value)}`).join(',')}}`;
  }
  return isList(tree) ? `[${tree.map(textOf).join(',')}]` : JSON.stringify(tree);
}

export function isList(tree: Tree): tree is readonly Tree[] {
  return Array.isArray(tree);
}

/** How many values the tree holds, itself included. */
export function sizeOf(tree: Tree): number {
  return childrenOf(tree).reduce<number>((sum, child) => sum + sizeOf(child), 1);
}

/**
 * A tree in which one value is another.
 *
 * @param at the value's number, counted from the root and into each value before the next
 * @param change undefined takes it away
 */
export function changedAt(
  tree: Tree,
  at: number,
  change: (value: Tree) => Tree | undefined,
): Tree | undefined {
  if (at === 0) return change(tree);
  let left = at - 1;
  const next = (child: Tree): Tree | undefined => {
    const size = sizeOf(child);
    const changed = left >= 0 && left < size ? changedAt(child, left, change) : child;
    left -= size;
    return changed;
  };
  if (isList(tree)) return tree.map(next).filter((child) => child !== undefined);
  if (tree instanceof Members) {
    return new Members(
      tree.list.flatMap(([name, value]): Member[] => {
        const changed = next(value);
        return changed === undefined ? [] : [[name, changed]];
      }),
    );
  }
  return tree;
}

function childrenOf(tree: Tree): readonly Tree[] {
  if (tree instanceof Members) return tree.list.map(([, value]) => value);
  return isList(tree) ? tree : [];
}
