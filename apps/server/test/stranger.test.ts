import { createPublicClient, createWalletClient, http, parseAbi, type Address, type Hex } from 'viem'
import { wallets } from '@parley/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { givenDatabases } from './given/engines.ts'
import { openMarket, type Market } from './given/market.ts'
import { patienceMs, startTestServer, type TestServer } from './given/testServer.ts'

/** The escrow's ABI from its documentation, without the product's code. */
const abi = parseAbi([
  'function createSwapOffer(address tokenA, uint256 tokenIdA, address tokenB, uint256 tokenIdB, uint256 duration) payable returns (bytes32 offerId)',
  'function acceptSwapOffer(bytes32 offerId) payable',
  'function cancelSwapOffer(bytes32 offerId)',
  'function cancelExpiredOffer(bytes32 offerId) payable',
  'function fee() view returns (uint256)',
])

/** What a page's visitor waits for at most, from the receipt on. A busy machine takes longer, so `test:full` alone measures. */
const shownWithinMs = process.env['SHOWN_WITHIN_MS'] ? Number(process.env['SHOWN_WITHIN_MS']) : patienceMs

describe('given a client with viem alone, on a chain that mines at its own pace', () => {
  const databases = givenDatabases('sqlite')
  let market: Market
  let server: TestServer
  beforeAll(async () => {
    market = await openMarket()
    await market.chain.client.setAutomine(false)
    await market.chain.client.setIntervalMining({ interval: 1 })
    // The poll of a local server as it is by default.
    server = await startTestServer(market, await databases.fresh(), { POLL_MS: '500' })
  })
  afterAll(async () => {
    await server.stop()
    await market.stop()
  })

  const escrow = (): { address: Address; abi: typeof abi } => ({ address: market.escrow.address, abi })

  async function write(
    by: 'alice' | 'bob',
    call: { functionName: 'acceptSwapOffer' | 'cancelSwapOffer' | 'cancelExpiredOffer'; id: Hex; paid: boolean },
  ): Promise<number> {
    const chain = market.chain.client.chain
    const reader = createPublicClient({ chain, transport: http(), pollingInterval: 50 })
    const wallet = createWalletClient({ account: wallets[by].account, chain, transport: http() })
    const value = call.paid ? await reader.readContract({ ...escrow(), functionName: 'fee' }) : 0n
    const data = { ...escrow(), args: [call.id] as const, gas: 500_000n }
    const hash =
      call.functionName === 'cancelSwapOffer'
        ? await wallet.writeContract({ ...data, functionName: call.functionName })
        : await wallet.writeContract({ ...data, functionName: call.functionName, value })
    const receipt = await reader.waitForTransactionReceipt({ hash })
    expect(receipt.status).toBe('success')
    return performance.now()
  }

  async function create(durationS: bigint): Promise<{ id: Hex; minedMs: number }> {
    const chain = market.chain.client.chain
    const [own, wanted] = [await market.mint('alice'), await market.mint('bob')]
    const reader = createPublicClient({ chain, transport: http(), pollingInterval: 50 })
    const wallet = createWalletClient({ account: wallets.alice.account, chain, transport: http() })
    const value = await reader.readContract({ ...escrow(), functionName: 'fee' })
    const args = [own.contract, own.tokenId, wanted.contract, wanted.tokenId, durationS] as const
    const { result: id } = await reader.simulateContract({
      ...escrow(),
      functionName: 'createSwapOffer',
      args,
      value,
      account: wallets.alice.account,
    })
    const hash = await wallet.writeContract({ ...escrow(), functionName: 'createSwapOffer', args, value })
    const { logs } = await reader.waitForTransactionReceipt({ hash })
    const created = logs.find((log) => log.address.toLowerCase() === market.escrow.address.toLowerCase())
    return { id: created?.topics[1] ?? id, minedMs: performance.now() }
  }

  /** @returns how long the API took to show it, in milliseconds. */
  async function shown(minedMs: number, id: Hex, is: (offer: { isActive: boolean; status: string }) => boolean) {
    for (;;) {
      const params = { address: wallets.alice.account.address }
      const { offers } = await server.api.request('offersByUser', { params })
      const offer = offers.find(({ offerId }) => offerId === id)
      const tookMs = performance.now() - minedMs
      if (offer && is(offer)) return tookMs
      if (tookMs > shownWithinMs) throw new Error(`the API does not show it after ${shownWithinMs} ms`)
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
  }

  it('shows soon what they create, accept, cancel and recover', async () => {
    const first = await create(3_600n)
    await shown(first.minedMs, first.id, ({ isActive }) => isActive)
    const accepted = await write('bob', { functionName: 'acceptSwapOffer', id: first.id, paid: true })
    await shown(accepted, first.id, ({ status }) => status === 'completed')

    const second = await create(3_600n)
    await shown(second.minedMs, second.id, ({ isActive }) => isActive)
    const cancelled = await write('alice', { functionName: 'cancelSwapOffer', id: second.id, paid: false })
    await shown(cancelled, second.id, ({ status }) => status === 'cancelled')

    const third = await create(60n)
    await market.wait(120)
    const recovered = await write('alice', { functionName: 'cancelExpiredOffer', id: third.id, paid: true })
    await shown(recovered, third.id, ({ status }) => status === 'cancelled')
  })
})
