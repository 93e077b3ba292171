import { defineConfig } from 'vitest/config';

/** Deadlines fit two slow shared cores; nothing here measures speed. */
const slow = { testTimeout: 120_000, hookTimeout: 120_000 };

export default defineConfig({
  test: {
    projects: [
      { test: { name: 'unit', include: ['src/**/*.spec.ts'], setupFiles: ['reflect-metadata'], testTimeout: 30_000 } },
      {
        test: { name: 'contract', include: ['test/contract/**/*.spec.ts'], setupFiles: ['reflect-metadata'], ...slow },
      },
    ],
  },
});
