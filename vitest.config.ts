import { defineConfig } from 'vitest/config'

/** Two surroundings: Node for everything, a document for the tests of the page that need one (`*.test.tsx`). */
export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'node',
          environment: 'node',
          include: [
            '{packages/*,apps/*,testkit,tools,bench,contracts}/test/**/*.test.ts',
            'contracts/proof/**/*.test.ts',
          ],
          exclude: ['**/node_modules/**', '**/forge/**'],
          // Contracts are compiled before, so that no test spends its time on that.
          globalSetup: ['testkit/src/contracts/compileBeforeTests.ts'],
          testTimeout: 90_000,
          hookTimeout: 120_000,
        },
      },
      {
        root: 'apps/web',
        test: { name: 'page', environment: 'happy-dom', include: ['test/**/*.test.tsx'], testTimeout: 15_000 },
      },
    ],
    // Chains, servers and databases run for real in many files at once, on machines of two cores.
    maxWorkers: 2,
    // A test that needs a second try tells something; it is not to be hushed up.
    retry: 0,
    allowOnly: false,
  },
})
