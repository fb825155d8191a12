import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { random as createRandom } from '../art/random.ts'
import { createSimRun, type SimRun } from './simRun.ts'
import { comparison } from './comparison.ts'
import type { FaultClass } from './faults/Mood.ts'
import { startVirtualTime } from './virtualTime.ts'

/** What a run came to. */
export interface SimOutcome {
  readonly seed: number
  readonly faultClass: FaultClass
  /** Lost, doubled or wrong entries; empty if all is well. */
  readonly differences: readonly string[]
  /** The index was right only after all was read again by SYNC OFFERS. */
  readonly neededSync: boolean
  readonly counts: Readonly<Record<string, number>>
  /** Everything that happened, in order; two runs of one seed have the same. */
  readonly trace: readonly string[]
  readonly traceHash: string
  readonly virtualMs: number
}

const startMs = Date.UTC(2026, 0, 1)
const classes: readonly FaultClass[] = ['trouble', 'trouble', 'forks', 'lies']
const steps = 70

/**
 * Runs the server through a schedule of faults derived from the seed.
 *
 * Endpoints fail and lie, the disk fails, the process dies, the clock jumps, visitors ask and claim. Then all faults
 * end, and its index is compared with the contracts and with a rebuilt index.
 */
export async function simulate(seed: number): Promise<SimOutcome> {
  const random = createRandom(seed * 7_919 + 17)
  const faultClass = classes[seed % classes.length] ?? 'trouble'
  const folder = mkdtempSync(join(tmpdir(), 'parley-sim-'))
  const time = startVirtualTime(startMs)
  const run = createSimRun({ folder, time, random, startS: startMs / 1000, faultClass })
  try {
    await run.start()
    for (let step = 0; step < steps; step += 1) await oneStep(run)
    const { differences, neededSync } = await comparison(run)
    const hash = createHash('sha256').update(run.trace.join('\n')).digest('hex')
    return {
      seed,
      faultClass,
      differences: [...run.violations(), ...differences, ...unaided(faultClass, neededSync)],
      neededSync,
      counts: run.counts,
      trace: run.trace,
      traceHash: hash,
      virtualMs: time.elapsedMs(),
    }
  } finally {
    await run.end()
    time.end()
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Without lies, no fault may leave damage that a user has to repair. */
function unaided(faultClass: FaultClass, neededSync: boolean): string[] {
  return neededSync && faultClass !== 'lies' ? ['the index did not come right by itself'] : []
}

/** A little time, in which one thing more goes wrong or right. */
async function oneStep(run: SimRun): Promise<void> {
  const { random } = run
  await run.letPass(random.between(200, 6_000))
  const dice = random()
  if (dice < 0.4) run.changeMood()
  else if (dice < 0.5) run.failDatabase()
  else if (dice < 0.58) await run.kill()
  else if (dice < 0.62) await run.restart()
  else if (dice < 0.66) run.shiftClock()
  else run.visit()
}
