import fc from 'fast-check';
import { changedAt, isList, type Member, Members, Raw, sizeOf, textOf, type Tree } from './json-tree.js';
import { longText, oddName, oddValue } from './odd-values.js';

/** Characters of a list that is made long; a little more than the agent takes. */
const MOST = 11_000_000;

/** One thing that is wrong with a value, and where: a number that is taken modulo the number of values. */
export interface TreeMutation {
  readonly at: number;
  readonly change: Change;
}

type Change =
  | { readonly kind: 'replace'; readonly with: Tree }
  | { readonly kind: 'delete' }
  /** Puts a member in front of the others, or behind them. */
  | { readonly kind: 'add'; readonly name: string; readonly value: Tree; readonly isFirst: boolean }
  /** Gives every member twice. */
  | { readonly kind: 'double' }
  | { readonly kind: 'rename'; readonly to: 'snake_case' | 'UPPER' | 'kebab-case' }
  | { readonly kind: 'wrap'; readonly depth: number; readonly as: 'list' | 'object' }
  /** Gives many of what is in a list, or many more members. */
  | { readonly kind: 'multiply'; readonly times: number };

const change: fc.Arbitrary<Change> = fc.oneof(
  { weight: 8, arbitrary: oddValue.map((value): Change => ({ kind: 'replace', with: value })) },
  { weight: 3, arbitrary: fc.constant<Change>({ kind: 'delete' }) },
  {
    weight: 5,
    arbitrary: fc
      .tuple(oddName, oddValue, fc.boolean())
      .map(([name, value, isFirst]): Change => ({ kind: 'add', name, value, isFirst })),
  },
  { weight: 2, arbitrary: fc.constant<Change>({ kind: 'double' }) },
  {
    weight: 3,
    arbitrary: fc
      .constantFrom('snake_case' as const, 'UPPER' as const, 'kebab-case' as const)
      .map((to): Change => ({ kind: 'rename', to })),
  },
  {
    weight: 2,
    arbitrary: fc
      .tuple(
        fc.oneof(fc.integer({ min: 1, max: 120 }), fc.integer({ min: 1, max: 3_000 })),
        fc.constantFrom('list' as const, 'object' as const),
      )
      .map(([depth, as]): Change => ({ kind: 'wrap', depth, as })),
  },
);

/** What makes a request large, and so is rare. */
const largeChange: fc.Arbitrary<Change> = fc.oneof(
  longText.map((text): Change => ({ kind: 'replace', with: text })),
  fc.integer({ min: 2, max: 30_000 }).map((times): Change => ({ kind: 'multiply', times })),
  fc
    .tuple(fc.integer({ min: 1, max: 20_000 }), fc.constantFrom('list' as const, 'object' as const))
    .map(([depth, as]): Change => ({ kind: 'wrap', depth, as })),
);

/** A few mutations; most requests are wrong in one way. */
export const treeMutations: fc.Arbitrary<readonly TreeMutation[]> = fc.array(
  fc.record({
    at: fc.nat(60),
    change: fc.oneof({ weight: 40, arbitrary: change }, { weight: 1, arbitrary: largeChange }),
  }),
  { minLength: 1, maxLength: 3 },
);

/** The tree with everything that is to be wrong with it. */
export function mutated(tree: Tree, mutations: readonly TreeMutation[]): Tree {
  return mutations.reduce<Tree>(
    (before, { at, change: one }) =>
      changedAt(before, at % sizeOf(before), (value) => applied(value, one)) ?? null,
    tree,
  );
}

function applied(value: Tree, one: Change): Tree | undefined {
  if (one.kind === 'replace') return one.with;
  if (one.kind === 'delete') return undefined;
  if (one.kind === 'wrap') return wrapped(value, one);
  if (one.kind === 'multiply') return multiplied(value, one.times);
  return value instanceof Members ? new Members(changed(value.list, one)) : value;
}

function changed(
  list: readonly Member[],
  one: Extract<Change, { kind: 'add' | 'double' | 'rename' }>,
): readonly Member[] {
  if (one.kind === 'double') return [...list, ...list];
  if (one.kind === 'rename') return list.map(([name, member]) => [respelt(name, one.to), member]);
  const added: Member = [one.name, one.value];
  return one.isFirst ? [added, ...list] : [...list, added];
}

/** As text: so deep a tree is more than the stack can take. */
function wrapped(
  value: Tree,
  { depth, as }: { readonly depth: number; readonly as: 'list' | 'object' },
): Tree {
  const [open, close] = as === 'list' ? ['[', ']'] : ['{"a":', '}'];
  return new Raw(`${open.repeat(depth)}${textOf(value)}${close.repeat(depth)}`);
}

function multiplied(value: Tree, times: number): Tree {
  if (isList(value)) {
    const length = Math.min(times, value.length * Math.floor(MOST / textOf(value).length));
    return Array.from({ length }, (_, index) => value[index % value.length] ?? 0);
  }
  const added = Array.from({ length: times }, (_, index): Member => [`k${index}`, index]);
  return value instanceof Members ? new Members([...value.list, ...added]) : value;
}

function respelt(name: string, to: 'snake_case' | 'UPPER' | 'kebab-case'): string {
  if (to === 'UPPER') return name.toUpperCase();
  return name.replace(/[A-Z]/g, (letter) => `${to === 'snake_case' ? '_' : '-'}${letter.toLowerCase()}`);
}
