import { avalancheCollections } from '@parley/domain'
import { localChainId, startChain, wallets, type Chain } from '@parley/testkit'
import { isHash, numberToHex } from 'viem'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { createLocalNode, sluggishNode } from '../../src/demo-wallet/localNode.ts'
let chain: Chain
beforeAll(async () => {
  chain = await startChain()
})
afterAll(async () => {
  vi.useRealTimers()
  await chain.stop()
})

const slow = avalancheCollections.find((row) => row.slowToConfirm)
const quick = avalancheCollections.find((row) => !row.slowToConfirm)

function send(to: string | undefined): Promise<unknown> {
  const node = sluggishNode(createLocalNode([chain.url]), { collections: [...avalancheCollections] })
  const transaction = {
    from: wallets.alice.account.address,
    to,
    value: numberToHex(1),
    chainId: numberToHex(localChainId),
  }
  return node.request('eth_sendTransaction', [transaction])
}

async function receiptOf(hash: unknown): Promise<unknown> {
  if (typeof hash !== 'string' || !isHash(hash)) throw new Error('The wallet gave no hash')
  return chain.client.getTransactionReceipt({ hash }).catch(() => null)
}

describe('given the demonstration wallet over the local chain', () => {
  it('sends to most collections at once', async () => {
    const hash = await send(quick?.address)
    await expect.poll(() => receiptOf(hash)).toMatchObject({ status: 'success' })
  })

  it('lets a transaction to a slow collection set out a quarter of a minute after its hash', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout'] })
    const hash = await send(slow?.address)
    await chain.client.mine({ blocks: 2 })
    expect(await receiptOf(hash)).toBeNull()
    vi.runOnlyPendingTimers()
    vi.useRealTimers()
    await expect.poll(() => receiptOf(hash)).toMatchObject({ status: 'success', transactionHash: hash })
  })
})
