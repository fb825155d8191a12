import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { memoryKiB } from '../src/process/processes.ts'
import { startWorld, type World } from '../src/world/startWorld.ts'

/** 14,400 blocks are eight hours of a block every two seconds; `pnpm test:full` makes them all. */
const idleBlocks = Number(process.env['IDLE_BLOCKS'] ?? '150')
/** More blocks than states of blocks are kept, so that what grows afterwards grows for good. */
const settledBlocks = 100
const maxKiBPerBlock = 40

let world: World
beforeAll(async () => {
  world = await startWorld({ seed: 'empty', blockTimeS: null })
})
afterAll(() => world.stop())

/** One at a time, as the world makes them. */
async function mineEmpty(blocks: number): Promise<void> {
  for (let block = 0; block < blocks; block += 1) await world.chain.client.mine({ blocks: 1 })
}

describe('given a world with every demo NFT', () => {
  it('keeps its chain within 40 KiB per empty block', async () => {
    await mineEmpty(settledBlocks)
    const before = await memoryKiB(world.chain.pid)
    await mineEmpty(idleBlocks)
    const after = await memoryKiB(world.chain.pid)
    expect((after - before) / idleBlocks).toBeLessThan(maxKiBPerBlock)
  })
})
