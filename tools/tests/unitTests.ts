import { join } from 'node:path'
import { run } from '../process/run.ts'
import { root } from '../root.ts'
import { countEvents } from './testEvents.ts'
import type { TestPart } from './TestPart.ts'

const timeoutMs = 7_200_000
export const vitest = join(root, 'node_modules/.bin/vitest')
const reporter = join(root, 'tools/tests/vitestEvents.ts')

/** Tests that every run leaves out. `test:one` runs one of them by its title. */
export const leftOut = { CACHING_PROXY: 'varnish', CONTAINERS: 'podman', TOPOLOGY: 'started' }

/**
 * Longer runs of randomised and slow tests.
 *
 * Seeds and offers of the statistics, kills of the indexing server,
 * connections that never finish, database outages. Every way to end `npm start`, and its memory over eight hours of
 * blocks every 8 s and an hour of a swap every 2 s. A hang therefore takes longer to detect.
 */
export const fullLength = {
  ...leftOut,
  CHAIN_STOCK: 'full',
  EVIL_SEEDS: '1,2,3',
  HANGS_AFTER_MS: '7200000',
  HOLDINGS_STEPS: 'all',
  HOSTILE_STEPS: '1000',
  JANUS_RUNS: '3',
  MIGRATED_FROM: 'each',
  MODEL_PLAYS: '10',
  PUSH_KILLS: '100',
  REFUSED_WITHIN_MS: '20000',
  SIMULATED_SEEDS: Array.from({ length: 20 }, (_, index) => index + 1).join(','),
  STATS_SEEDS: '1,2,3',
  STATS_TRADES: '1500',
  TABLE_SEEDS: '1-10000',
  TOPOLOGY_PARTS: 'debian',
  PICTURE_KILLERS: 'all',
  SERVER_KILLS: '100',
  SHOWN_WITHIN_MS: '2000',
  SLOW_SOCKETS: '5000',
  SUBSCRIPTIONS: '10000',
  DATABASE_AWAY_S: '30',
  START_ENDINGS: 'all',
  IDLE_BLOCKS: '4000',
  BUSY_SWAPS: '1800',
  VOICE_CROWD: '1000',
}

export interface UnitOptions {
  /** Environment that sets the length of open-ended tests. */
  readonly env?: Readonly<Record<string, string>>
  /** These files alone. */
  readonly files?: readonly string[]
  /** Parts that must end first. */
  readonly after?: readonly string[]
}

/** Tests of packages, server, page and testkit. `postgresBin` is the folder of PostgreSQL's programs. */
export function unitTests(postgresBin: string, { env = {}, files = [], after = [] }: UnitOptions = {}): TestPart {
  return {
    name: 'packages',
    needs: ['compile', 'pages'],
    after,
    usualCpuS: 430,
    run: (watch) =>
      countEvents(watch, (onOutput) =>
        run(vitest, ['run', `--reporter=${reporter}`, ...files], {
          timeoutMs,
          env: { POSTGRES_BIN: postgresBin, CI: 'true', ...env },
          onOutput,
        }),
      ),
  }
}
