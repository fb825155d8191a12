import { afterEach, describe, expect, it } from 'vitest'
import type { Hash, TransactionReceipt } from 'viem'
import { startChain, type Chain } from '../src/chain/startChain.ts'
import { wallets } from '../src/wallets.ts'

const running: Chain[] = []
async function given(pace: Parameters<Chain['blocks']['start']>[0]): Promise<Chain> {
  const chain = await startChain()
  running.push(chain)
  await chain.blocks.start(pace)
  return chain
}
afterEach(() => Promise.all(running.splice(0).map((chain) => chain.stop())))

function transfer({ client }: Chain): Promise<Hash> {
  const { alice, bob } = wallets
  return client.sendTransaction({
    account: alice.account.address,
    to: bob.account.address,
    value: 1n,
    chain: client.chain,
  })
}

/** Unlike the testkit's own, it makes no block where one is late. */
function receiptOf({ client }: Chain, hash: Hash): Promise<TransactionReceipt> {
  return client.waitForTransactionReceipt({ hash, timeout: 60_000 })
}

const never = 3_600_000

describe('given a chain that mines at an interval', () => {
  it('makes them without a transaction, so that time goes on', async () => {
    const { client } = await given({ everyMs: 10 })
    await expect.poll(() => client.getBlockNumber({ cacheTime: 0 })).toBeGreaterThan(3n)
  })

  it('gives each transaction a block when nothing has happened for long, and makes no empty one', async () => {
    const chain = await given({ everyMs: 10, quietAfterMs: 0, quietEveryMs: never })
    const first = await receiptOf(chain, await transfer(chain))
    const second = await receiptOf(chain, await transfer(chain))
    expect(second.blockNumber).toBe(first.blockNumber + 1n)
  })

  it('still makes empty blocks when nothing has happened for long', async () => {
    const { client } = await given({ everyMs: 5, quietAfterMs: 0, quietEveryMs: 50 })
    await expect.poll(() => client.getBlockNumber({ cacheTime: 0 })).toBeGreaterThan(3n)
  })

  it('makes none while it is held, and goes on when it is let go', async () => {
    const chain = await given({ everyMs: 5 })
    await chain.blocks.pause()
    const held = await chain.client.getBlockNumber({ cacheTime: 0 })
    const hash = await transfer(chain)
    expect(await chain.client.getBlockNumber({ cacheTime: 0 })).toBe(held)
    chain.blocks.resume()
    expect((await receiptOf(chain, hash)).blockNumber).toBe(held + 1n)
  })

  it('makes one at once when asked, and none then while it is held', async () => {
    const chain = await given({ everyMs: never })
    // The first is made with the start.
    await expect.poll(() => chain.client.getBlockNumber({ cacheTime: 0 })).toBe(1n)
    const hash = await transfer(chain)
    await chain.blocks.now()
    expect((await receiptOf(chain, hash)).blockNumber).toBe(2n)
    await chain.blocks.pause()
    await chain.blocks.now()
    expect(await chain.client.getBlockNumber({ cacheTime: 0 })).toBe(2n)
  })

  it('can still be read at the blocks of the last two minutes, and no further back', async () => {
    const { client } = await startedAndHeld()
    await client.mine({ blocks: 100 })
    const head = await client.getBlockNumber({ cacheTime: 0 })
    const address = wallets.alice.account.address
    await expect(client.getBalance({ address, blockNumber: head - 60n })).resolves.toBeGreaterThan(0n)
    await expect(client.getBalance({ address, blockNumber: head - 70n })).rejects.toThrow('BlockOutOfRange')
  })
})

async function startedAndHeld(): Promise<Chain> {
  const chain = await given({ everyMs: 5 })
  await chain.blocks.pause()
  return chain
}
