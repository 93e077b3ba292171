import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SeededRandom } from '../../support/seeded-random.js';
import { REQUIREMENTS } from '../requirements/index.js';
import { MUTATIONS } from './index.js';
import { MutantTree } from './mutant-tree.js';

const SEED = Number(process.env.MUTATION_SEED ?? Math.floor(Math.random() * 1e9));
/** How many rows are drawn; `MUTATION_ROWS=B-1,B-2` names them instead, `all` takes all. */
const DRAWN = 40;
/** For each mutation of a row: an agent starts, and a test may wait in vain. */
const MUTATION_MS = 300_000;

/** Every MUST of a server that declares what the row is about. */
const MUSTS = REQUIREMENTS.filter(
  ({ level, notOfServer, whileNotDeclared }) => level === 'MUST' && !notOfServer && !whileNotDeclared,
).map(({ id }) => id);

function rowsToTry(): readonly string[] {
  const { MUTATION_ROWS: named } = process.env;
  if (named === 'all') return MUSTS;
  if (named !== undefined) return named.split(',');
  const random = new SeededRandom(SEED);
  const drawn = MUSTS.map((id) => ({ id, at: random.next() })).toSorted((one, other) => one.at - other.at);
  return drawn.slice(0, DRAWN).map(({ id }) => id);
}

describe(`rules that are taken away, MUTATION_SEED=${SEED}`, () => {
  let tree: MutantTree;
  beforeAll(() => {
    console.log(`mutations: MUTATION_SEED=${SEED}`);
    tree = MutantTree.create();
  });
  afterAll(() => tree.remove());

  for (const row of rowsToTry()) {
    const mutations = MUTATIONS[row] ?? [];
    const timeout = MUTATION_MS * Math.max(1, mutations.length);
    it(`${row}: its tests fail without it`, { timeout }, () => {
      const verdicts = mutations.map((mutation) => tree.judge(row, mutation));
      console.log(`${row}: ${verdicts.join(', ')}`);
      expect(verdicts.length, 'there is a mutation').toBeGreaterThan(0);
      expect(verdicts).toEqual(verdicts.map(() => 'killed'));
    });
  }
});
