import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildPage, PageBuildError } from '../page/buildPage.ts'
import { run, type RunResult } from '../process/run.ts'
import { root } from '../root.ts'
import { tally, type TestPart } from './TestPart.ts'

const timeoutMs = 3_600_000
const e2e = join(root, 'e2e')

interface PlaywrightReport {
  readonly stats: { readonly expected: number; readonly unexpected: number; readonly flaky: number }
}

const noReport = '{"stats":{"expected":0,"unexpected":0,"flaky":0}}'

/** Real browsers against a whole world. A test that passed only at its second try has failed. `env`: BROWSER_TESTS=all for the long ones too. */
export function browserTests(chromium: string, env: Readonly<Record<string, string>> = {}): TestPart {
  return {
    name: 'browser',
    run: async () => {
      try {
        await buildPage('production')
        await buildPage('demo')
      } catch (error) {
        if (!(error instanceof PageBuildError)) throw error
        process.stdout.write(`${error.output}\n${error.message}\n`)
        return { passed: 0, failed: 1 }
      }
      const folder = await mkdtemp(join(tmpdir(), 'parley-playwright-'))
      const [report, failed] = [join(folder, 'report.json'), join(folder, 'failed.json')]
      const playwright = (args: readonly string[], more: Readonly<Record<string, string>> = {}): Promise<RunResult> =>
        run(join(e2e, 'node_modules/.bin/playwright'), ['test', `--last-failed-file=${failed}`, ...args], {
          cwd: e2e,
          timeoutMs,
          env: { CHROMIUM_PATH: chromium, CI: 'true', FORCE_COLOR: '0', ...env, ...more },
          onOutput: (text) => void process.stdout.write(text),
        })
      const { ok } = await playwright(['--reporter=list,json'], { PLAYWRIGHT_JSON_OUTPUT_NAME: report })
      const { stats }: PlaywrightReport = JSON.parse(await readFile(report, 'utf8').catch(() => noReport))
      // For the traces only: what failed has failed, whatever it does the second time.
      if (stats.unexpected > 0) {
        process.stdout.write('\nRunning what failed once more, to record traces in e2e/test-results/traces\n')
        await playwright([
          '--last-failed',
          '--trace=on',
          '--reporter=line',
          '--output=test-results/traces',
          '--no-deps',
        ])
      }
      await rm(folder, { recursive: true, force: true })
      return tally({ passed: stats.expected, failed: stats.unexpected + stats.flaky }, ok)
    },
  }
}
