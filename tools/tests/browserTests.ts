import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildPage, PageBuildError } from '../page/buildPage.ts'
import { run } from '../process/run.ts'
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
      const report = join(folder, 'report.json')
      const { ok } = await run(join(e2e, 'node_modules/.bin/playwright'), ['test', '--reporter=list,json'], {
        cwd: e2e,
        timeoutMs,
        env: { CHROMIUM_PATH: chromium, PLAYWRIGHT_JSON_OUTPUT_NAME: report, CI: 'true', FORCE_COLOR: '0', ...env },
        onOutput: (text) => void process.stdout.write(text),
      })
      const { stats }: PlaywrightReport = JSON.parse(await readFile(report, 'utf8').catch(() => noReport))
      await rm(folder, { recursive: true, force: true })
      return tally({ passed: stats.expected, failed: stats.unexpected + stats.flaky }, ok)
    },
  }
}
