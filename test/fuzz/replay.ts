import { expect, it } from 'vitest';
import { FuzzRun } from './fuzz-run.js';
import { describeFuzz } from './fuzz-suite.js';
import { TARGETS } from './fuzz-target.js';

/** Runs in the place of the others when FUZZ_SEED and FUZZ_PATH name a request that has failed. */
describeFuzz('a request that failed before', (suite) => {
  it.each(TARGETS)('$name: is answered as it must be', async (target) => {
    const { FUZZ_PATH = '0' } = process.env;
    expect(await new FuzzRun(target, suite.settings).replay(suite.settings.seed, FUZZ_PATH)).toBeUndefined();
  });
});
