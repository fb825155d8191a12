import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { allocatedKiB } from '../src/process/processes.ts'
import { swapBackAndForth } from '../src/trades/swapBackAndForth.ts'
import { startWorld, type World } from '../src/world/startWorld.ts'

/** Growth per block times eight hours and one: `pnpm test:full` makes all of those in `tools/test/start.test.ts`. */
const idleBlocksEach = 10
const busySwapsEach = 5
/** Approvals, and what is made on first use. */
const firstSwaps = 2
/** A leak grows in every round. The allocator takes 4 to 6 MiB at once every sixty swaps or so, in one round. */
const rounds = 5
/** More blocks than states of blocks are kept, so that what grows afterwards grows for good. */
const settledBlocks = 70
/** One kept state is 200 KiB with few NFTs, 2,200 KiB with all of them. */
const maxKiBPerBlock = 40
const maxKiBPerSwap = 250

/** A block of the full world takes seven times as long. */
const stock = process.env['CHAIN_STOCK'] === 'full' ? 'full' : 'few'

let world: World
beforeAll(async () => {
  world = await startWorld({ seed: 'empty', stock, blockTimeS: null })
  await mineEmpty(settledBlocks)
})
afterAll(() => world.stop())

/** One at a time, as the world makes them. */
async function mineEmpty(blocks: number): Promise<void> {
  for (let block = 0; block < blocks; block += 1) await world.chain.client.mine({ blocks: 1 })
}

/** What the chain grew by in the median round, given its memory before the first and after each. */
function medianGrowthKiB(memoriesKiB: readonly number[]): number {
  const growths = memoriesKiB.slice(1).map((after, round) => after - (memoriesKiB[round] ?? Number.NaN))
  return growths.sort((a, b) => a - b)[Math.floor(growths.length / 2)] ?? Number.NaN
}

describe('given a world with demo NFTs', () => {
  it('keeps its chain within 40 KiB per empty block', async () => {
    const memoriesKiB = [await allocatedKiB(world.chain.pid)]
    for (let round = 0; round < rounds; round += 1) {
      await mineEmpty(idleBlocksEach)
      memoriesKiB.push(await allocatedKiB(world.chain.pid))
    }
    expect(medianGrowthKiB(memoriesKiB) / idleBlocksEach).toBeLessThan(maxKiBPerBlock)
  })

  it('keeps its chain within 250 KiB per swap', async () => {
    const memoriesKiB: number[] = []
    await swapBackAndForth(world.chain.client, world.files, {
      swaps: firstSwaps + rounds * busySwapsEach,
      nftsEach: 3,
      onSwap: async (made) => {
        if (made >= firstSwaps && (made - firstSwaps) % busySwapsEach === 0)
          memoriesKiB.push(await allocatedKiB(world.chain.pid))
      },
    })
    expect(memoriesKiB).toHaveLength(rounds + 1)
    expect(medianGrowthKiB(memoriesKiB) / busySwapsEach).toBeLessThan(maxKiBPerSwap)
  })
})
