import { ChainFailureError, waitForReceipt, type Waiting } from '@parley/chain'
import { createPublicClient, custom, parseGwei, zeroAddress, type Hex } from 'viem'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { minedReceipt } from '../../src/contracts/minedReceipt.ts'
import { startChain, type Chain } from '../../src/chain/startChain.ts'
import { wallets } from '../../src/wallets.ts'

let chain: Chain
beforeAll(async () => {
  chain = await startChain()
})
afterAll(() => chain.stop())

const account = wallets.alice.account.address

/** A clock that jumps instead of waiting; events due at a moment happen when it is reached. */
function jumpingClock(meanwhile: (waitedMs: number) => Promise<void> = async () => undefined) {
  const waits: number[] = []
  let nowMs = 0
  const clock: Waiting = {
    now: () => nowMs,
    sleep: async (durationMs) => {
      nowMs += durationMs
      waits.push(durationMs)
      await meanwhile(nowMs)
    },
  }
  return { clock, waits }
}

/** Reads the chain, but refuses the first requests of a kind as a busy endpoint does. */
function busyReader(refusals: number) {
  let left = refusals
  return createPublicClient({
    transport: custom(
      {
        request: async ({ method, params }) => {
          if (method === 'eth_getTransactionReceipt' && left > 0) {
            left -= 1
            throw Object.assign(new Error('Too Many Requests'), { code: 429 })
          }
          return chain.client.request({ method, params })
        },
      },
      { retryCount: 0 },
    ),
  })
}

const transfer = (nonce?: number, gwei = '30') =>
  chain.client.sendTransaction({
    account,
    to: zeroAddress,
    value: 1n,
    maxFeePerGas: parseGwei(gwei),
    maxPriorityFeePerGas: parseGwei(gwei),
    ...(nonce === undefined ? {} : { nonce }),
  })

describe('given a transaction in a block', () => {
  it('gives its receipt at once', async () => {
    const hash = await transfer()
    await minedReceipt(chain.client, hash)
    const { clock, waits } = jumpingClock()
    expect(await waitForReceipt(chain.client, hash, { clock })).toMatchObject({
      kind: 'included',
      receipt: { transactionHash: hash },
    })
    expect(waits).toEqual([])
  })
})

describe('given an endpoint that has had too many requests', () => {
  it('tries up to three times, waiting two seconds times the attempt', async () => {
    const hash = await transfer()
    await minedReceipt(chain.client, hash)
    const { clock, waits } = jumpingClock()
    expect(await waitForReceipt(busyReader(2), hash, { clock })).toMatchObject({ kind: 'included' })
    expect(waits).toEqual([2_000, 4_000])
  })

  it('gives up after the third', async () => {
    const hash = await transfer()
    // The next tests hold their transactions back. Without its block, this one's nonce could be taken again.
    await minedReceipt(chain.client, hash)
    const { clock } = jumpingClock()
    const waiting = waitForReceipt(busyReader(3), hash, { clock })
    await expect(waiting).rejects.toMatchObject({ failure: { kind: 'rateLimited' } })
  })
})

describe('given a transaction that waits', () => {
  async function held(change: (nonce: number) => Promise<Hex>) {
    await chain.client.setAutomine(false)
    const nonce = await chain.client.getTransactionCount({ address: account })
    const hash = await transfer(nonce, '30')
    let changed = false
    const { clock } = jumpingClock(async () => {
      if (changed) return
      changed = true
      await change(nonce)
      await chain.client.mine({ blocks: 1 })
    })
    try {
      return { hash, outcome: await waitForReceipt(chain.client, hash, { clock }) }
    } finally {
      await chain.client.setAutomine(true)
    }
  }

  it('is reported as repriced when the same call went through with a higher price', async () => {
    const { outcome, hash } = await held((nonce) => transfer(nonce, '90'))
    expect(outcome.kind).toBe('repriced')
    expect(outcome).not.toMatchObject({ receipt: { transactionHash: hash } })
  })

  it('is reported as cancelled when an empty transaction to oneself took its place', async () => {
    const { outcome } = await held((nonce) =>
      chain.client.sendTransaction({
        account,
        to: account,
        value: 0n,
        nonce,
        maxFeePerGas: parseGwei('90'),
        maxPriorityFeePerGas: parseGwei('90'),
      }),
    )
    expect(outcome.kind).toBe('cancelled')
  })

  it('is reported as replaced when another transaction took its place', async () => {
    const { outcome } = await held((nonce) =>
      chain.client.sendTransaction({
        account,
        to: wallets.bob.account.address,
        value: 5n,
        nonce,
        maxFeePerGas: parseGwei('90'),
        maxPriorityFeePerGas: parseGwei('90'),
      }),
    )
    expect(outcome.kind).toBe('replaced')
  })
})

describe('given an unknown transaction', () => {
  it('runs out of patience', async () => {
    const { clock } = jumpingClock()
    const waiting = waitForReceipt(chain.client, `0x${'77'.repeat(32)}`, { clock, timeoutMs: 10_000 })
    await expect(waiting).rejects.toBeInstanceOf(ChainFailureError)
    await expect(waiting).rejects.toMatchObject({ failure: { kind: 'timedOut' } })
  })
})
