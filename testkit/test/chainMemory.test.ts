import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { memoryKiB } from '../src/process/processes.ts'
import { swapBackAndForth } from '../src/trades/swapBackAndForth.ts'
import { startWorld, type World } from '../src/world/startWorld.ts'

/** Growth per block times eight hours and one: `pnpm test:full` makes all of those in `tools/test/start.test.ts`. */
const idleBlocks = 50
const busySwaps = 20
/** More blocks than states of blocks are kept, so that what grows afterwards grows for good. */
const settledBlocks = 70
/** One kept state is 2,200 KiB. */
const maxKiBPerBlock = 40
const maxKiBPerSwap = 250

let world: World
beforeAll(async () => {
  world = await startWorld({ seed: 'empty', blockTimeS: null })
  await mineEmpty(settledBlocks)
})
afterAll(() => world.stop())

/** One at a time, as the world makes them. */
async function mineEmpty(blocks: number): Promise<void> {
  for (let block = 0; block < blocks; block += 1) await world.chain.client.mine({ blocks: 1 })
}

async function swap(swaps: number): Promise<void> {
  await swapBackAndForth(world.chain.client, world.files, { swaps, nftsEach: 3 })
}

async function growthKiB(work: () => Promise<void>): Promise<number> {
  const before = await memoryKiB(world.chain.pid)
  await work()
  return (await memoryKiB(world.chain.pid)) - before
}

describe('given a world with every demo NFT', () => {
  it('keeps its chain within 40 KiB per empty block', async () => {
    expect((await growthKiB(() => mineEmpty(idleBlocks))) / idleBlocks).toBeLessThan(maxKiBPerBlock)
  })

  it('keeps its chain within 250 KiB per swap', async () => {
    // Approvals, and what is made on first use.
    await swap(2)
    expect((await growthKiB(() => swap(busySwaps))) / busySwaps).toBeLessThan(maxKiBPerSwap)
  })
})
