import { createChainClient } from '@parley/chain'
import { nftKey, sendHomeAfterS, type Offer } from '@parley/domain'
import { createApiClient } from '@parley/protocol'
import { breakCollection } from '@parley/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  acceptOffer,
  cancelOffer,
  claimReturned,
  recoverExpired,
  returnExpired,
  sendHome,
} from '../../src/actions/settleOffer.ts'
import { followTransaction } from '../../src/actions/tracker/followTransaction.ts'
import { trackedIn } from '../transactions/trackedIn.ts'
import { done, failureOf, openStage, type Actor, type Stage } from './stage.ts'

let stage: Stage
beforeAll(async () => {
  stage = await openStage()
})
afterAll(() => stage.close())

interface Scene {
  readonly offer: Offer
  readonly creator: Actor
  readonly recipient: Actor
}

/** An open offer of a Dokyo and a Steady for a FarmLand, five minutes long. */
async function scene(): Promise<Scene> {
  const { cast } = stage
  const creator = await cast.member('dokyo', 'steady')
  const recipient = await cast.member('farmland')
  await cast.approve(creator, ...creator.nfts)
  const id = await cast.offer(creator, creator.nfts, recipient.nfts, 300)
  await expect
    .poll(() =>
      stage.offer(id).then(
        (offer) => offer.id,
        () => null,
      ),
    )
    .toBe(id)
  return { offer: await stage.offer(id), creator: await stage.enter(creator), recipient: await stage.enter(recipient) }
}

const pastExpiry = (): Promise<void> => later(400)

async function later(seconds: number): Promise<void> {
  const { client } = stage.world.chain
  await client.increaseTime({ seconds })
  await client.mine({ blocks: 1 })
}

const holders = (nfts: Offer['offered']) => Promise.all(nfts.map((nft) => stage.cast.ownerOf(nft)))

describe('given an open offer and its recipient', () => {
  it('moves every NFT of both sides and records the truth', async () => {
    const { offer, creator, recipient } = await scene()
    await stage.cast.approve(recipient.member, ...offer.requested)

    const outcome = await acceptOffer(recipient.tools, offer, [])

    expect(done(recipient.steps)).toEqual(['validate', 'ownership', 'approval', 'fee', 'send', 'receipt', 'record'])
    expect(await holders(offer.offered)).toEqual(offer.offered.map(() => recipient.member.address))
    expect(await holders(offer.requested)).toEqual(offer.requested.map(() => creator.member.address))
    expect(outcome.recorded).toBe(true)
    expect((await stage.offer(offer.id)).settlement).toMatchObject({
      kind: 'completed',
      by: recipient.member.address,
      txHash: outcome.txHash,
    })
  })

  it('asks for an approval before the wallet opens', async () => {
    const { offer, recipient } = await scene()
    const failure = await failureOf(acceptOffer(recipient.tools, offer, []))
    expect(failure).toMatchObject({ kind: 'not-approved', contracts: [offer.requested[0]?.contract] })
    expect(recipient.wallet.sentTransactions()).toEqual([])
  })

  it('stops when the screen shows other terms than the chain has', async () => {
    const { offer, recipient } = await scene()
    const lie: Offer = { ...offer, offered: [...offer.offered].toReversed() }
    expect(await failureOf(acceptOffer(recipient.tools, lie, []))).toEqual({ kind: 'chain-differs' })
  })

  it('has NFTs of unsupported collections confirmed one by one', async () => {
    const { offer, recipient } = await scene()
    const [first] = offer.offered
    const config = {
      ...stage.config,
      collections: stage.config.collections.filter((row) => row.address !== first?.contract),
    }
    const failure = await failureOf(acceptOffer({ ...recipient.tools, config }, offer, []))
    expect(failure).toEqual({ kind: 'unconfirmed', nfts: [first] })
  })

  it('never sends to an escrow that the page was not built for', async () => {
    const { offer, recipient } = await scene()
    const elsewhere: Offer = { ...offer, escrow: recipient.member.address }
    expect(await failureOf(acceptOffer(recipient.tools, elsewhere, []))).toEqual({
      kind: 'unknown-escrow',
      escrow: recipient.member.address,
      built: [stage.world.escrow],
    })
  })

  it('tells when the server could not be told', async () => {
    const { offer, recipient } = await scene()
    await stage.cast.approve(recipient.member, ...offer.requested)
    const tools = { ...recipient.tools, api: createApiClient('http://127.0.0.1:9') }
    expect(await acceptOffer(tools, offer, [])).toMatchObject({ recorded: false })
  })
})

describe('given an open offer and a third wallet', () => {
  it('lets only the recipient accept', async () => {
    const { offer, creator } = await scene()
    expect(await failureOf(acceptOffer(creator.tools, offer, []))).toEqual({ kind: 'not-recipient' })
  })

  it('lets only the creator cancel', async () => {
    const { offer, recipient } = await scene()
    expect(await failureOf(cancelOffer(recipient.tools, offer))).toEqual({ kind: 'not-creator' })
  })
})

describe('given an open offer and its creator', () => {
  it('gives everything back on cancelling', async () => {
    const { offer, creator } = await scene()
    const outcome = await cancelOffer(creator.tools, offer)
    expect(outcome).toMatchObject({ kind: 'done', recorded: true, leftBehind: 0 })
    expect(await holders(offer.offered)).toEqual(offer.offered.map(() => creator.member.address))
    expect((await stage.offer(offer.id)).settlement?.kind).toBe('cancelled')
  })

  it.each(['already known', 'replacement fee too low', 'nonce too low'])(
    'takes "%s" for probably submitted, and the server goes by the chain',
    async (message) => {
      const { offer, creator } = await scene()
      creator.wallet.refuseNext('eth_sendTransaction', { code: -32000, message })
      const outcome = await cancelOffer(creator.tools, offer)
      expect(outcome.kind).toBe('probable')
      expect((await stage.offer(offer.id)).settlement).toBeNull()
    },
  )

  it('sends nothing that the contract would refuse', async () => {
    const { offer, creator } = await scene()
    await pastExpiry()
    const failure = await failureOf(cancelOffer(creator.tools, offer))
    expect(failure).toMatchObject({
      kind: 'chain',
      phase: 'simulate',
      failure: { kind: 'reverted', revert: { name: 'OfferExpired' } },
    })
    expect(creator.wallet.sentTransactions()).toEqual([])
  })
})

describe('given an expired offer', () => {
  it('lets its creator recover the NFTs for the fee', async () => {
    const { offer, creator } = await scene()
    await pastExpiry()
    expect(await recoverExpired(creator.tools, offer)).toMatchObject({ kind: 'done', recorded: true })
    expect(await holders(offer.offered)).toEqual(offer.offered.map(() => creator.member.address))
    expect(BigInt(creator.wallet.sentTransactions().at(-1)?.value ?? 0)).toBe(10n ** 16n)
  })

  it('lets its recipient send the NFTs home', async () => {
    const { offer, creator, recipient } = await scene()
    await pastExpiry()
    expect(await returnExpired(recipient.tools, offer)).toMatchObject({ kind: 'done' })
    expect(await holders(offer.offered)).toEqual(offer.offered.map(() => creator.member.address))
  })

  it('can’t be accepted any more', async () => {
    const { offer, recipient } = await scene()
    await stage.cast.approve(recipient.member, ...offer.requested)
    await pastExpiry()
    const failure = await failureOf(acceptOffer(recipient.tools, offer, []))
    expect(failure).toMatchObject({ failure: { revert: { name: 'OfferExpired' } } })
  })
})

describe('given a claim that was probably sent before', () => {
  /**
   * An offer cancelled while both collections refused the return.
   * @returns it, and a function that repairs the first.
   */
  async function stuck() {
    const { offer, creator } = await scene()
    const mends = await Promise.all(offer.offered.map(({ contract }) => breakCollection(stage.world, contract)))
    await cancelOffer(creator.tools, offer)
    const [mendFirst, mendSecond] = mends
    if (!mendFirst || !mendSecond) throw new Error('the offer is short of NFTs')
    return { offer: { ...offer, unreturned: offer.offered }, creator, mendFirst, mendSecond }
  }

  /** The outcome of a probable claim of everything in escrow, with a clock that jumps instead of waiting. */
  async function follow(offer: Offer, rpcUrls = stage.config.rpcUrls) {
    let nowMs = 0
    const { state } = await followTransaction(
      {
        chain: createChainClient({ ...stage.config, rpcUrls }),
        clock: {
          now: () => nowMs,
          sleep: async (durationMs) => {
            nowMs += durationMs
          },
        },
        account: offer.creator,
        wallet: async () => null,
        signal: new AbortController().signal,
        indexed: async () => undefined,
        explain: () => '',
      },
      trackedIn(
        { at: 'probable', sinceMs: 0 },
        { kind: 'claim', subject: offer.id, escrow: offer.escrow, items: offer.unreturned.map(nftKey) },
      ),
      () => undefined,
    )
    return { at: state.at, nowMs }
  }

  it('is proved by the first of its NFTs that has left the escrow, and disproved while all are there', async () => {
    const { offer, creator, mendFirst, mendSecond } = await stuck()
    try {
      expect(await follow(offer)).toMatchObject({ at: 'notSent' })
      await mendFirst()
      expect(await claimReturned(creator.tools, offer)).toMatchObject({ kind: 'done', leftBehind: 1 })
      expect(await follow(offer)).toEqual({ at: 'confirmedByState', nowMs: 0 })
      // The rest belongs to another claim.
      expect(await follow({ ...offer, unreturned: offer.offered.slice(1) })).toMatchObject({ at: 'notSent' })
    } finally {
      await mendFirst()
      await mendSecond()
    }
  })
})

describe('given an offer that expired 30 days ago (decision E4)', () => {
  it('lets anyone send its NFTs home, free, and the server knows', async () => {
    const { offer, creator } = await scene()
    const stranger = await stage.enter(await stage.cast.member('hoppers'))
    await pastExpiry()
    expect(await failureOf(sendHome(stranger.tools, offer))).toMatchObject({
      failure: { kind: 'reverted', revert: { name: 'TooEarlyToSendHome' } },
    })
    await later(sendHomeAfterS)
    expect(await sendHome(stranger.tools, offer)).toMatchObject({ kind: 'done', recorded: true, leftBehind: 0 })
    expect(await holders(offer.offered)).toEqual(offer.offered.map(() => creator.member.address))
    expect(BigInt(stranger.wallet.sentTransactions().at(-1)?.value ?? 0)).toBe(0n)
    expect((await stage.offer(offer.id)).settlement).toMatchObject({ kind: 'cancelled', by: stranger.member.address })
  })
})

describe('given an NFT offered for coins', () => {
  const price = 5n * 10n ** 17n

  async function forSale() {
    const creator = await stage.cast.member('dokyo')
    const recipient = await stage.cast.member()
    await stage.cast.approve(creator, ...creator.nfts)
    const coins = { offeredWei: 0n, requestedWei: price }
    const deal = { offered: creator.nfts, requested: [], coins }
    const id = await stage.cast.offerWithCoins(creator, recipient.address, deal)
    await expect
      .poll(() =>
        stage.offer(id).then(
          ({ coins: told }) => told,
          () => null,
        ),
      )
      .toEqual(coins)
    return { offer: await stage.offer(id), creator, recipient: await stage.enter(recipient) }
  }
  const balance = (address: Offer['creator']) => stage.world.chain.client.getBalance({ address })

  it('pays the coins to its creator on accepting', async () => {
    const { offer, creator, recipient } = await forSale()
    const before = await balance(creator.address)
    await acceptOffer(recipient.tools, offer, [])
    expect((await balance(creator.address)) - before).toBe(price)
    expect(BigInt(recipient.wallet.sentTransactions().at(-1)?.value ?? 0)).toBe(price + 10n ** 16n)
    expect(await holders(offer.offered)).toEqual([recipient.member.address])
  })

  it('stops where the screen shows another sum than the chain has', async () => {
    const { offer, recipient } = await forSale()
    const lie: Offer = { ...offer, coins: { ...offer.coins, requestedWei: price / 2n } }
    expect(await failureOf(acceptOffer(recipient.tools, lie, []))).toEqual({ kind: 'chain-differs' })
    expect(recipient.wallet.sentTransactions()).toEqual([])
  })
})
