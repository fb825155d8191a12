import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { run, type RunResult } from '../process/run.ts'
import { root } from '../root.ts'
import { countEvents } from './testEvents.ts'
import type { TestPart } from './TestPart.ts'

const timeoutMs = 7_200_000
export const e2e = join(root, 'e2e')
export const playwright = join(e2e, 'node_modules/.bin/playwright')
const reporter = join(root, 'tools/tests/playwrightEvents.ts')

export interface BrowserOptions {
  readonly chromium: string
  /** The full browser, for what a headless shell lacks. */
  readonly whole: string
  /** Include the tests that are too long for every run. */
  readonly long?: boolean
  /** Files and `-g` words that select tests. */
  readonly only?: readonly string[]
}

/**
 * A project of `e2e/playwright.config.ts`: real browsers against a whole world. A test that passes only on retry has
 * failed.
 */
export function browserTests(
  project: 'screens' | 'voice',
  { chromium, whole, long = false, only = [] }: BrowserOptions,
  part: Pick<TestPart, 'name' | 'needs' | 'after' | 'usualCpuS'>,
): TestPart {
  return {
    ...part,
    run: async (watch) => {
      const folder = await mkdtemp(join(tmpdir(), 'parley-playwright-'))
      const start = (
        args: readonly string[],
        onOutput: (text: string) => void,
        env: Readonly<Record<string, string>> = {},
      ): Promise<RunResult> =>
        run(
          playwright,
          ['test', `--project=${project}`, `--last-failed-file=${join(folder, 'failed.json')}`, ...args],
          {
            cwd: e2e,
            timeoutMs,
            env: {
              CHROMIUM_PATH: chromium,
              WHOLE_CHROMIUM_PATH: whole,
              CI: 'true',
              FORCE_COLOR: '0',
              ...(long ? { BROWSER_TESTS: 'all' } : {}),
              ...env,
            },
            onOutput,
          },
        )
      const output = `test-results/${project}`
      const counted = await countEvents(watch, (onOutput) =>
        start([`--reporter=${reporter}`, `--output=${output}`, ...only], onOutput),
      )
      // Only for the traces: a failure stays one, whatever the rerun does.
      if (counted.failed > 0)
        await start(['--last-failed', '--trace=on', '--reporter=line', `--output=${output}-traces`], watch.log, {
          PAINTED: '1',
        })
      await rm(folder, { recursive: true, force: true })
      return counted
    },
  }
}
