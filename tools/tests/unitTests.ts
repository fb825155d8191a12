import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { run } from '../process/run.ts'
import { root } from '../root.ts'
import { tally, type TestPart } from './TestPart.ts'

const timeoutMs = 1_800_000

interface VitestReport {
  readonly numPassedTests: number
  readonly numFailedTests: number
}

/** Tests of packages, server, page and testkit. `postgresBin` is the folder of PostgreSQL's programs. */
export function unitTests(postgresBin: string): TestPart {
  return {
    name: 'packages',
    run: async () => {
      const folder = await mkdtemp(join(tmpdir(), 'parley-vitest-'))
      const report = join(folder, 'report.json')
      const { ok } = await run(
        join(root, 'node_modules/.bin/vitest'),
        ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${report}`],
        {
          timeoutMs,
          env: { POSTGRES_BIN: postgresBin, CI: 'true' },
          onOutput: (text) => void process.stdout.write(text),
        },
      )
      const counted: VitestReport = JSON.parse(
        await readFile(report, 'utf8').catch(() => '{"numPassedTests":0,"numFailedTests":0}'),
      )
      await rm(folder, { recursive: true, force: true })
      return tally({ passed: counted.numPassedTests, failed: counted.numFailedTests }, ok)
    },
  }
}
