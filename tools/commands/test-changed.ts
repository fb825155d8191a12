import { execFile } from 'node:child_process'
import { parseArgs, promisify } from 'node:util'
import { selectTests, type Selection } from '../changed/selectTests.ts'
import { reportFailure } from '../local/reportFailure.ts'
import { requireChromium, requireHeadlessShell, requirePostgres } from '../machine/requirePrograms.ts'
import { endOnSignal } from '../process/signals.ts'
import { run } from '../process/run.ts'
import { root } from '../root.ts'
import { browserTests } from '../tests/browserTests.ts'
import { contractTests } from '../tests/contractTests.ts'
import { readDurations } from '../tests/durations.ts'
import { preparations } from '../tests/preparations.ts'
import { runParts } from '../tests/runParts.ts'
import type { TestPart } from '../tests/TestPart.ts'
import { unitTests, vitest } from '../tests/unitTests.ts'

const watchTimeoutMs = 86_400_000
/** Summed over the tests. Three run at a time, beside a browser, so the command takes less than a minute. */
const budgetMs = 60_000

/**
 * `pnpm test:changed [--since REF] [--all] [--watch]`: the tests that a change can affect, nearest first.
 *
 * For about a minute. The change is the uncommitted one, or else the last commit; `--all` runs everything that it
 * reaches.
 */
async function testChanged(): Promise<boolean> {
  const { values } = parseArgs({
    options: { since: { type: 'string' }, all: { type: 'boolean' }, watch: { type: 'boolean' } },
  })
  const postgresBin = await requirePostgres()
  const since = values.since ?? ((await git('status', '--porcelain')).length > 0 ? 'HEAD' : 'HEAD~1')
  if (values.watch) {
    const env = { POSTGRES_BIN: postgresBin }
    const onOutput = (text: string): void => void process.stdout.write(text)
    return (await run(vitest, ['watch', '--changed', since], { env, timeoutMs: watchTimeoutMs, onOutput })).ok
  }
  const untracked = await git('ls-files', '--others', '--exclude-standard')
  const selection = selectTests({
    root,
    files: [...(await git('ls-files')), ...untracked],
    changed: [...(await git('diff', '--name-only', since)), ...untracked],
    durationsMs: await readDurations(),
    budgetMs: values.all ? Number.POSITIVE_INFINITY : budgetMs,
  })
  const parts = await partsOf(selection, postgresBin)
  if (parts.length === 0) {
    process.stdout.write(`No test reaches what changed since ${since}.\n`)
    return true
  }
  const passed = await runParts(parts)
  if (selection.left > 0)
    process.stdout.write(`The change reaches ${selection.left} files more: npm run test:changed -- --all\n`)
  return passed
}

async function partsOf({ files, browser, forge }: Selection, postgresBin: string): Promise<readonly TestPart[]> {
  const tests: TestPart[] = []
  if (forge) tests.push(contractTests(forge))
  if (files.length > 0) tests.push(unitTests(postgresBin, { files }))
  if (browser.length > 0) {
    const project = browser.some((word) => /^(voice|notifications)/.test(word)) ? 'voice' : 'screens'
    const [chromium, whole] = [await requireHeadlessShell(), await requireChromium()]
    const options = { chromium, whole, only: browser }
    tests.push(browserTests(project, options, { name: 'browser', needs: ['compile', 'pages'] }))
  }
  return tests.length === 0 ? [] : [...preparations, ...tests]
}

async function git(...args: readonly string[]): Promise<readonly string[]> {
  const { stdout } = await promisify(execFile)('git', [...args], { cwd: root, maxBuffer: 16 * 1024 * 1024 })
  return stdout.split('\n').filter((line) => line !== '')
}

endOnSignal()
await testChanged().then((ok) => (process.exitCode = ok ? 0 : 1), reportFailure)
