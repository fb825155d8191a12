import { random, serverLieNames, type ServerLieName } from '@parley/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { attempt, type Outcome } from './attempt.ts'
import { openEvilStage, type EvilStage, type Plot } from './evilStage.ts'
import { flows, type FlowName } from './scenes.ts'
import { table } from './table.ts'

let stage: EvilStage
beforeAll(async () => {
  stage = await openEvilStage()
})
afterAll(() => stage.close())

const flowNames = Object.keys(flows).filter((name): name is FlowName => name in flows)
const honest: Plot = { server: [] }

describe('given an honest server', () => {
  it.each(flowNames)('%s: the wallet signs exactly the deal on screen', async (flow) => {
    expect(await attempt(stage, flow, honest, 1)).toBe('as shown')
  })
})

/** Ordered by flow, so that an unused scene serves the next cell. */
const cells = flowNames.flatMap((flow) =>
  table.flatMap(({ lie, plot, outcomes }): readonly (readonly [string, FlowName, Outcome, Plot])[] => {
    const outcome = outcomes[flow]
    return outcome ? [[lie, flow, outcome, plot]] : []
  }),
)

describe('given a lying server', () => {
  it.each(cells)('%s. %s: %s', async (_, flow, outcome, plot) => {
    expect(await attempt(stage, flow, plot, 1)).toBe(outcome)
    for (const lie of plot.server) expect(stage.server.told.get(lie), lie).toBeGreaterThan(0)
  })
})

describe('given a server that lies about everything at once', () => {
  const seeds = (process.env['EVIL_SEEDS'] ?? '1').split(',').map(Number)

  /** About half of all lies, and sometimes a lying endpoint too. */
  function plotOf(seed: number): Plot {
    const dice = random(seed)
    const server = serverLieNames.filter((): boolean => dice.chance(0.5))
    return {
      server: dice.chance(0.5) ? withEndpoint(server) : server,
      node: ({ bait, pretender }) => ({
        ...(dice.chance(0.3) ? { feeWei: 5n * 10n ** 16n } : {}),
        ...(dice.chance(0.3) ? { priceFactor: 1_000n } : {}),
        owners: new Map([[`${bait.contract}/${bait.tokenId}`, pretender]]),
        approved: dice.chance(0.5),
        obliging: dice.chance(0.5),
      }),
    }
  }

  function withEndpoint(lies: readonly ServerLieName[]): readonly ServerLieName[] {
    return [...new Set<ServerLieName>([...lies, 'names its own endpoint'])]
  }

  it.each(seeds.flatMap((seed) => flowNames.map((flow) => [seed, flow] as const)))(
    'seed %i, %s: nothing is signed but what is shown',
    async (seed, flow) => {
      expect(['as shown', 'refused', 'not shown']).toContain(await attempt(stage, flow, plotOf(seed), seed))
    },
  )
})
