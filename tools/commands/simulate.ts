import { parseArgs } from 'node:util'
import { simulate, type SimOutcome } from '@parley/testkit/simulation'
import { endOnSignal } from '../process/signals.ts'
import { inBatches } from '../simulation/inBatches.ts'

/**
 * `pnpm simulate [--seeds N] [--from N]` runs the server through random faults, one schedule per seed.
 *
 * It compares the index with the chain's contracts and with a rebuilt index. `pnpm simulate --seed N [--trace]` repeats
 * one and prints its events.
 */
const usage = 'Usage: pnpm simulate [--seeds N] [--from N] | pnpm simulate --seed N [--trace]'

const { values } = parseArgs({
  options: {
    seeds: { type: 'string', default: '10' },
    from: { type: 'string', default: '1' },
    seed: { type: 'string' },
    trace: { type: 'boolean', default: false },
  },
})

function line({ seed, faultClass, virtualMs, traceHash, neededSync, differences }: Omit<SimOutcome, 'trace'>): string {
  const outcome = differences.length > 0 ? 'DIFFERS' : neededSync ? 'right after a sync' : 'right'
  const minutes = (virtualMs / 60_000).toFixed(1)
  return `seed ${String(seed).padStart(5)}  ${faultClass.padEnd(7)}  ${minutes.padStart(5)} min  ${traceHash.slice(0, 12)}  ${outcome}`
}

async function one(seed: number): Promise<boolean> {
  const outcome = await simulate(seed)
  if (values.trace) console.log(outcome.trace.join('\n'))
  console.log([line(outcome), ...outcome.differences.map((difference) => `  ${difference}`)].join('\n'))
  return outcome.differences.length === 0
}

async function many(from: number, count: number): Promise<boolean> {
  let wrong = 0
  const startedMs = performance.now()
  const counts: Record<string, number> = {}
  await inBatches(from, count, (outcome) => {
    if (outcome.differences.length > 0) wrong += 1
    for (const [what, times] of Object.entries(outcome.counts)) counts[what] = (counts[what] ?? 0) + times
    console.log([line(outcome), ...outcome.differences.slice(0, 5).map((difference) => `  ${difference}`)].join('\n'))
  })
  const seconds = ((performance.now() - startedMs) / 1000).toFixed(0)
  for (const [what, times] of Object.entries(counts).toSorted(([one], [other]) => one.localeCompare(other)))
    console.log(`${what.padEnd(24)} ${times}`)
  console.log(`${count} seeds in ${seconds} s: ${wrong === 0 ? '0 differences' : `${wrong} differ`}`)
  if (wrong > 0) console.log('Again, with all that happened: pnpm simulate --seed N --trace')
  return wrong === 0
}

endOnSignal()
const [seeds, from] = [Number(values.seeds), Number(values.from)]
if (!Number.isSafeInteger(seeds) || !Number.isSafeInteger(from) || seeds < 1) {
  console.error(usage)
  process.exit(2)
}
const isRight = values.seed === undefined ? await many(from, seeds) : await one(Number(values.seed))
process.exit(isRight ? 0 : 1)
