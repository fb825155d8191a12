import { simulate, type SimOutcome } from '@parley/testkit/simulation'

/** Runs the seeds given as arguments, and sends each result. An error in the run itself counts as a difference. */
const [first = 1, last = 1] = process.argv.slice(2).map(Number)

async function outcomeOf(seed: number): Promise<Omit<SimOutcome, 'trace'>> {
  try {
    const { trace: _, ...outcome } = await simulate(seed)
    return outcome
  } catch (error) {
    const broken = error instanceof Error ? (error.stack ?? error.message) : String(error)
    return {
      seed,
      faultClass: 'trouble',
      differences: [broken],
      neededSync: false,
      counts: {},
      traceHash: '',
      virtualMs: 0,
    }
  }
}

for (let seed = first; seed <= last; seed += 1) {
  const outcome = await outcomeOf(seed)
  await new Promise<void>((resolve) => process.send?.(outcome, () => resolve()))
}
process.exit(0)
