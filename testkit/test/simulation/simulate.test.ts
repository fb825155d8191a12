import { simulate, type SimOutcome } from '@parley/testkit/simulation'
import { describe, expect, it } from 'vitest'

/** Four that meet every kind of fault; `pnpm test:full` plays twenty. */
const seeds = (process.env['SIMULATED_SEEDS'] ?? '1,2,5,11').split(',').map(Number)

describe('given random faults', () => {
  const outcomes = new Map<number, SimOutcome>()

  it.each(seeds)('ends with the index that the chain gives: seed %i', async (seed) => {
    const outcome = await simulate(seed)
    outcomes.set(seed, outcome)
    expect(outcome.differences).toEqual([])
  })

  it('has run into every kind of them', () => {
    const met = new Set([...outcomes.values()].flatMap(({ counts }) => Object.keys(counts)))
    for (const what of [
      'kills',
      'restarts',
      'clock shifts',
      'database SQLITE_FULL',
      'rpc hang',
      'rpc fork',
      'rpc lies',
      'SwapOfferWithCoinsCreated',
      'CoinsOwed',
      'OwedCoinsTaken',
      'sent home',
    ])
      expect(met).toContain(what)
  })

  it('happens again in the same way from the same seed', async () => {
    const seed = seeds.includes(2) ? 2 : (seeds[0] ?? 1)
    const again = await simulate(seed)
    expect(again.trace).toEqual(outcomes.get(seed)?.trace)
  })
})
