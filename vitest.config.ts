import { join } from 'node:path'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** A test this long hangs. Slow machines don't count: beside other work a test may take twenty times longer. */
const hangsAfterMs = Number(process.env['HANGS_AFTER_MS'] ?? 900_000)

/** A worker keeps its modules from file to file. Evaluating them again took a quarter of the run. */
const shared = {
  isolate: false,
  testTimeout: hangsAfterMs,
  hookTimeout: hangsAfterMs,
  expect: { poll: { timeout: 120_000 } },
}

/**
 * The slowest files first. vitest knows how long a file takes only from an earlier run, and begins with large files otherwise:
 * these are small, and one of them alone at the end keeps a processor waiting for a minute.
 */
class SlowestFirst extends BaseSequencer {
  private readonly slowest =
    /(simulate|hostile|pictureKillers|pictureWorkers|model|deploy|gas|threeProcesses|main|chainMemory|start|container|evilServer|newcomer|weight|killedServers|push|abuse|hostileConnections|wrongClock|homeQueue)\.test\.tsx?$/

  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification): number => (this.slowest.test(moduleId) ? 0 : 1)
    // It changes nothing: this is vitest's own, not an array's.
    // oxlint-disable-next-line unicorn/no-array-sort
    const sorted = await super.sort(files)
    return sorted.toSorted((one, other) => rank(one) - rank(other))
  }
}

/** Two environments: Node for everything, a document for page tests that need one (`*.test.tsx`). */
export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'node',
          environment: 'node',
          ...shared,
          include: [
            '{packages/*,apps/*,testkit,tools,bench,contracts}/test/**/*.test.ts',
            'contracts/proof/**/*.test.ts',
          ],
          exclude: ['**/node_modules/**', '**/forge/**'],
          // Contracts are compiled before, so that no test spends its time on that.
          globalSetup: ['testkit/src/contracts/compileBeforeTests.ts', 'apps/server/test/given/lendPostgres.ts'],
        },
      },
      {
        root: 'apps/web',
        test: {
          name: 'page',
          environment: 'happy-dom',
          // A portal's style sheet keeps its address. No server has it: it counts as loaded at once.
          css: { include: [/theme\.css/] },
          environmentOptions: {
            happyDOM: { settings: { disableCSSFileLoading: true, handleDisabledFileLoadingAsSuccess: true } },
          },
          ...shared,
          include: ['test/**/*.test.tsx'],
          setupFiles: [join(import.meta.dirname, 'apps/web/test/given/emptyPage.ts')],
        },
      },
    ],
    // Chains, servers and databases run for real in many files at once, on machines of two cores. Many wait for real time-outs.
    maxWorkers: 3,
    sequence: { sequencer: SlowestFirst },
    // A test that needs a second try tells something; it is not to be hushed up.
    retry: 0,
    allowOnly: false,
  },
})
