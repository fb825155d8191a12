import {
  requireChromium,
  requireHeadlessShell,
  requireCoturn,
  requirePackages,
  requirePostgres,
  requireRedis,
  SetupError,
} from '../machine/requirePrograms.ts'
import { browserTests } from './browserTests.ts'
import { contractTests, eachCall } from './contractTests.ts'
import { longProofs } from './longProofs.ts'
import { preparations } from './preparations.ts'
import { runParts } from './runParts.ts'
import { fullLength, unitTests } from './unitTests.ts'

/** Runs every test, from the contracts to the browser. `full` adds the proofs too long for every run. */
export async function runAll(length: 'short' | 'full'): Promise<void> {
  try {
    const [whole, postgresBin] = [await requireChromium(), await requirePostgres()]
    await requireCoturn()
    await requireRedis()
    await requirePackages({ janus: 'janus', pgbouncer: 'pgbouncer' }, 'the tests of large calls and of the doctor')
    const deployed = { promtool: 'prometheus', amtool: 'prometheus-alertmanager', haproxy: 'haproxy', caddy: 'caddy' }
    await requirePackages(deployed, 'the tests of deploy/')
    const long = length === 'full'
    const chromium = long ? whole : await requireHeadlessShell()
    const passed = await runParts([
      ...preparations,
      contractTests([], long ? eachCall : {}),
      unitTests(postgresBin, { env: long ? fullLength : {}, after: ['voice'] }),
      browserTests(
        'screens',
        { chromium, whole, long },
        { name: 'browser', needs: ['compile', 'pages'], after: ['voice'], usualCpuS: 235 },
      ),
      // First, beside the contracts alone. Audio is computed continuously, so calls that wait for others cost more.
      browserTests('voice', { chromium, whole, long }, { name: 'voice', needs: ['compile', 'pages'], usualCpuS: 70 }),
      ...(long ? longProofs : []),
    ])
    process.exitCode = passed ? 0 : 1
  } catch (error) {
    if (!(error instanceof SetupError)) throw error
    process.stderr.write(`${error.message}\n`)
    process.exitCode = 1
  }
}
