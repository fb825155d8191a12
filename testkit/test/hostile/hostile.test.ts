import { openHostileWorld, plants, type HostileWorld, type PlantName } from '@parley/testkit/hostile'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

/** An odd seed has a proxy in front of the server, an even one has none. */
const seeds = [21, 18]
const stepsEach = Number(process.env['HOSTILE_STEPS'] ?? 60) / seeds.length
/** One that shows soon, with a seed that comes to it at once. `pnpm test:full` looks for all by `pnpm hostile --plant all`. */
const soon = [['believedLie', 2]] as const satisfies readonly (readonly [PlantName, number])[]
const stepsForPlants = 1_000
/** Only what comes of a run counts here, however slow the machine is. */
const patienceMs = 3_600_000

const firstSteps = (count: number): readonly number[] => Array.from({ length: count }, (_, index) => index)

let world: HostileWorld
beforeAll(async () => {
  world = await openHostileWorld()
}, patienceMs)
afterAll(() => world.stop())

describe('given strangers who send whatever they like', () => {
  it.each(seeds)(
    'stays alive, right and bounded through the attacks of seed %i',
    { timeout: patienceMs },
    async (seed) => {
      const plan = { seed, steps: firstSteps(stepsEach), isTimed: false, honestEvery: 20, restEvery: 50 }
      const { breach, done } = await world.run(plan)
      expect(breach).toBeNull()
      expect(done).toHaveLength(stepsEach)
    },
  )
})

describe('given a server with a fault that was planted', () => {
  it.each(soon)('finds %s, by its own words', { timeout: patienceMs }, async (plant, seed) => {
    const plan = { seed, steps: firstSteps(stepsForPlants), isTimed: false, honestEvery: 5, restEvery: 5 }
    const { breach } = await world.run({ ...plan, plant })
    expect(breach).toMatchObject({ kind: plants[plant].kind, what: expect.stringMatching(plants[plant].says) })
  })
})
