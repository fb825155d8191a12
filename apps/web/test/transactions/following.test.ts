import { createChainReader, markOf, type ContractCall } from '@parley/chain'
import { startChain, wallets, type Chain } from '@parley/testkit'
import { parseGwei } from 'viem'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Clock } from '../../src/services/browser.ts'
import {
  askingPatienceMs,
  doubtPatienceMs,
  doubtSettleMs,
  settleMs,
  followTransaction,
  followProbable,
} from '../../src/actions/tracker/followTransaction.ts'
import { probablePatienceMs, type TrackedTransaction } from '../../src/actions/tracker/transaction.ts'
import { trackedIn } from './trackedIn.ts'

let chain: Chain
beforeAll(async () => {
  chain = await startChain()
})
afterAll(() => chain.stop())

const { account } = wallets.alice
const call: ContractCall = {
  to: wallets.bob.account.address,
  data: '0x1234',
  valueWei: 5n,
  gasRule: { baseGas: 1n, gasPerNft: 1n, ceilingGas: 1n, priorityFeeCeilingGwei: 1 },
  nftCount: 0,
}

/** A clock that jumps instead of waiting, and runs the callback at each wait. */
function jumpingClock(meanwhile: (waitedMs: number) => Promise<void> = async () => undefined): Clock {
  let nowMs = 0
  return {
    now: () => nowMs,
    sleep: async (durationMs) => {
      nowMs += durationMs
      await meanwhile(nowMs)
    },
  }
}

function follow(tracked: TrackedTransaction, clock: Clock, rpcUrl = chain.url) {
  const reader = createChainReader({
    chainId: 43_114,
    chainName: 'local',
    rpcUrls: [rpcUrl],
    multicall3: '0xcA11bde05977b3631167028862bE2a173976CA11',
  })
  return followTransaction(
    {
      chain: reader,
      clock,
      account: account.address,
      wallet: async () => null,
      signal: new AbortController().signal,
      indexed: async () => undefined,
      explain: (revert) => revert?.name ?? 'no reason',
    },
    tracked,
    () => undefined,
  )
}

const asking = async (ambiguousAtMs: number | null = null) =>
  trackedIn(
    {
      at: 'awaitingWallet',
      nonce: await chain.client.getTransactionCount({ address: account.address }),
      mark: markOf(call),
      totalWei: 5n,
      ambiguousAtMs,
    },
    { changedAtMs: 0 },
  )

const send = (more: { data?: `0x${string}`; nonce?: number; gwei?: string } = {}) =>
  chain.client.sendTransaction({
    account,
    to: call.to,
    data: more.data ?? call.data,
    value: call.valueWei,
    ...(more.nonce === undefined ? {} : { nonce: more.nonce }),
    ...(more.gwei ? { maxFeePerGas: parseGwei(more.gwei), maxPriorityFeePerGas: parseGwei(more.gwei) } : {}),
  })

describe('given a page that went while the wallet was asked', () => {
  it('finds what the wallet sent later, also after something else', async () => {
    const tracked = await asking()
    let done = false
    const clock = jumpingClock(async () => {
      if (done) return
      done = true
      await send({ data: '0x99' })
      await send()
    })
    expect((await follow(tracked, clock)).state).toMatchObject({ at: 'confirmed', isIndexed: true, repriced: false })
  })

  it('gives up after half an hour', async () => {
    const patient = jumpingClock()
    expect((await follow(await asking(), patient)).state).toEqual({ at: 'notSent', cause: 'walletSilent' })
    expect(patient.now()).toBeGreaterThanOrEqual(askingPatienceMs)
  })

  it('gives up within seconds after a wallet error that sent nothing', async () => {
    const doubtful = jumpingClock()
    expect((await follow(await asking(0), doubtful)).state).toEqual({ at: 'notSent', cause: 'walletSilent' })
    expect(doubtful.now()).toBeGreaterThanOrEqual(doubtSettleMs)
    expect(doubtful.now()).toBeLessThan(2 * doubtSettleMs)
  })

  it('looks for two minutes after a wallet error while the account has something pending', async () => {
    const tracked = await asking(0)
    await chain.client.setAutomine(false)
    await send({ data: '0x98' })
    const doubtful = jumpingClock()
    expect((await follow(tracked, doubtful)).state).toEqual({ at: 'notSent', cause: 'walletSilent' })
    expect(doubtful.now()).toBeGreaterThanOrEqual(doubtPatienceMs)
    expect(doubtful.now()).toBeLessThan(askingPatienceMs)
    await chain.client.setAutomine(true)
    await chain.client.mine({ blocks: 1 })
  })
})

describe('given a page that went while it was checking', () => {
  it('says that it was stopped there', async () => {
    expect((await follow(trackedIn({ at: 'preparing' }), jumpingClock())).state).toEqual({
      at: 'notSent',
      cause: 'pageClosed',
    })
  })
})

describe('given a transaction that was sent', () => {
  it('is shown as replaced although the page was away when it happened', async () => {
    await chain.client.setAutomine(false)
    const nonce = await chain.client.getTransactionCount({ address: account.address })
    const txHash = await send({ nonce, gwei: '30' })
    const other = await send({ nonce, data: '0x77', gwei: '90' })
    await chain.client.mine({ blocks: 3 })
    await chain.client.setAutomine(true)
    const tracked = trackedIn({ at: 'sent', txHash, seen: { ...markOf(call), from: account.address, nonce } })
    expect((await follow(tracked, jumpingClock())).state).toEqual({
      at: 'failed',
      txHash,
      cause: { kind: 'replaced', byHash: other },
    })
  })

  it('is lost where the network knows nothing of it', async () => {
    const txHash = `0x${'77'.repeat(32)}` as const
    expect((await follow(trackedIn({ at: 'sent', txHash, seen: null }), jumpingClock())).state).toEqual({
      at: 'failed',
      txHash,
      cause: { kind: 'dropped' },
    })
  })
})

describe('given a transaction that was probably sent before', () => {
  const tools = (clock: Clock) => ({
    chain: chain.client,
    clock,
    account: account.address,
    wallet: async () => null,
    signal: new AbortController().signal,
    indexed: async () => undefined,
    explain: () => '',
  })

  it('is not disproved by a chain that does not say what has become of it', async () => {
    const clock = jumpingClock()
    let asked = 0
    const isEffectOnChain = async () => {
      asked += 1
      if (asked < 9) throw new Error('nobody answers')
      return true
    }
    expect(await followProbable(tools(clock), 0, isEffectOnChain)).toEqual({ kind: 'confirmedByState' })
    expect(clock.now()).toBeGreaterThan(settleMs)
  })

  it('is proved by the closed offer', async () => {
    expect(await followProbable(tools(jumpingClock()), 0, async () => true)).toEqual({ kind: 'confirmedByState' })
  })

  it('is disproved once nothing waits any more and the offer is still open, long before ten minutes', async () => {
    const clock = jumpingClock()
    expect(await followProbable(tools(clock), 0, async () => false)).toEqual({ kind: 'notSent', cause: 'noEffect' })
    expect(clock.now()).toBeGreaterThanOrEqual(settleMs)
    expect(clock.now()).toBeLessThan(60_000)
  })

  it('waits for what waits, ten minutes at most', async () => {
    await chain.client.setAutomine(false)
    await send({ gwei: '30' })
    const clock = jumpingClock()
    expect(await followProbable(tools(clock), 0, async () => false)).toEqual({ kind: 'notSent', cause: 'noEffect' })
    expect(clock.now()).toBeGreaterThanOrEqual(probablePatienceMs)
    await chain.client.mine({ blocks: 1 })
    await chain.client.setAutomine(true)
  })
})
