import { openHostileWorld, plants, type HostileWorld } from '@parley/testkit/hostile'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

/** An odd seed has a proxy in front of the server, an even one has none. */
const seeds = [1, 2]
const stepsEach = 100
const steps = Array.from({ length: stepsEach }, (_, index) => index)
/** Only what comes of a run counts here, however slow the machine is. */
const patienceMs = 1_200_000

let world: HostileWorld
beforeAll(async () => {
  world = await openHostileWorld()
})
afterAll(() => world.stop())

describe('given strangers who send whatever they like', () => {
  it.each(seeds)(
    'stays alive, right and bounded through a hundred steps: seed %i',
    { timeout: patienceMs },
    async (seed) => {
      const { breach, done } = await world.run({ seed, steps, isTimed: false })
      expect(breach).toBeNull()
      expect(done).toHaveLength(stepsEach)
    },
  )
})

describe('given a server with a fault that was planted', () => {
  it('finds the fault, and the one step that shows it', { timeout: patienceMs }, async () => {
    const plan = { seed: 2, steps, isTimed: false, plant: 'throwingListener' } as const
    const { breach, ...failed } = await world.run(plan)
    expect(breach?.kind).toBe('dead')
    expect(breach?.what).toMatch(plants.throwingListener.says)
    if (breach) expect(await world.shorten(plan, { ...failed, breach })).toHaveLength(1)
  })
})
