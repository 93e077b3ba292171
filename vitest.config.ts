import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

/** Deadlines fit two slow shared cores; nothing here measures speed. */
const inProcess = { testTimeout: 120_000, hookTimeout: 120_000 };
const withProcesses = {
  testTimeout: 300_000,
  hookTimeout: 300_000,
  teardownTimeout: 60_000,
  globalSetup: ['test/support/build.global-setup.ts'],
};

/** A third of their time these wait for what they start, stop or leave alone. */
const mostlyWaiting = { maxWorkers: Math.min(3, availableParallelism() + 1) };

/** The long form is for figures, so nothing else runs beside a suite; the short one is to be over soon. */
const chaosForm =
  process.env.CHAOS === 'long'
    ? { testTimeout: 1_800_000, fileParallelism: false }
    : { fileParallelism: true };

/** The long form measures too, and sends so much that it takes its time. */
const fuzzForm =
  process.env.FUZZ === 'long'
    ? { testTimeout: 3_600_000, fileParallelism: false }
    : { fileParallelism: false };

/** Speed is measured when it is asked for, and is no part of the tests. */
const bench =
  process.env.BENCH === undefined
    ? []
    : [
        {
          extends: true as const,
          test: {
            name: 'bench',
            include: ['test/bench/**/*.spec.ts'],
            ...withProcesses,
            testTimeout: 600_000,
            fileParallelism: false,
          },
        },
      ];

/** Nest reads constructor types through Reflect, which must know them before the first decorated class. */
const setupFiles = ['reflect-metadata'];

/** One kind after the other: tests that start processes need the cores for them. */
const order = (groupOrder: number) => ({ sequence: { groupOrder } });

export default defineConfig({
  test: {
    maxWorkers: Math.min(2, availableParallelism()),
    projects: [
      {
        extends: true,
        test: { name: 'unit', include: ['src/**/*.spec.ts'], setupFiles, ...inProcess, ...order(0) },
      },
      {
        extends: true,
        test: {
          name: 'contract',
          include: ['test/contract/**/*.spec.ts'],
          setupFiles,
          ...inProcess,
          ...order(1),
        },
      },
      {
        extends: true,
        test: {
          name: 'e2e',
          include: ['test/{e2e,docs}/**/*.spec.ts'],
          setupFiles,
          ...withProcesses,
          ...mostlyWaiting,
          ...order(2),
        },
      },
      {
        extends: true,
        test: {
          name: 'conformance',
          // The rows, or what they notice.
          include: [
            process.env.MUTATIONS === undefined
              ? 'test/conformance/**/*.spec.ts'
              : 'test/conformance/mutations/run.ts',
          ],
          ...withProcesses,
          ...mostlyWaiting,
          ...order(2),
        },
      },
      {
        extends: true,
        test: {
          name: 'fuzz',
          // One request again, or all tests.
          include: [process.env.FUZZ_PATH === undefined ? 'test/fuzz/**/*.spec.ts' : 'test/fuzz/replay.ts'],
          ...withProcesses,
          ...fuzzForm,
          ...order(3),
        },
      },
      {
        extends: true,
        test: {
          name: 'chaos',
          include: ['test/chaos/**/*.spec.ts'],
          setupFiles,
          ...withProcesses,
          ...chaosForm,
          ...order(4),
        },
      },
      ...bench,
    ],
  },
});
