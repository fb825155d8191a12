import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { run } from '../process/run.ts'
import { root } from '../root.ts'
import { tally, type TestPart } from './TestPart.ts'

const timeoutMs = 3_600_000

interface VitestReport {
  readonly numPassedTests: number
  readonly numFailedTests: number
}

/**
 * Longer runs of the tests that roll dice or take their time: seeds and offers each of the statistics, kills of the server that
 * indexes, connections that never finish, how long a database is away. Every way to end `npm start`, and its memory over eight
 * hours of blocks every 2 s and an hour of a swap every 2 s.
 */
export const fullLength = {
  STATS_SEEDS: '1,2,3',
  STATS_TRADES: '1500',
  SERVER_KILLS: '100',
  SLOW_SOCKETS: '5000',
  DATABASE_AWAY_S: '30',
  START_ENDINGS: 'all',
  IDLE_BLOCKS: '14400',
  BUSY_SWAPS: '1800',
}

/** Tests of packages, server, page and testkit. `postgresBin` is the folder of PostgreSQL's programs, `env` how long they run. */
export function unitTests(postgresBin: string, env: Readonly<Record<string, string>> = {}): TestPart {
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
          env: { POSTGRES_BIN: postgresBin, CI: 'true', ...env },
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
