import { swapEscrowAbi } from '@parley/chain'
import { createApiClient } from '@parley/protocol'
import { InjectedWallet, startChain } from '@parley/testkit'
import { decodeFunctionData, isHex } from 'viem'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createOffer } from '../../src/actions/createOffer.ts'
import { bare, dealOf, done, failureOf, openStage, providerOf, type Actor, type Stage } from './stage.ts'

let stage: Stage
beforeAll(async () => {
  stage = await openStage()
})
afterAll(() => stage.close())

/** A creator with an approved Dokyo and Hoppers, and a friend with a chikn and a Roostr. */
async function pair() {
  const { cast } = stage
  const member = await cast.member('dokyo', 'hoppers')
  const friend = await cast.member('chikn', 'roostr')
  await cast.approve(member, ...member.nfts)
  return { actor: await stage.enter(member), member, friend }
}

function calledFunction({ wallet }: Actor): string {
  const data = wallet.sentTransactions().at(-1)?.data
  if (!isHex(data)) throw new Error('nothing was sent')
  return decodeFunctionData({ abi: swapEscrowAbi, data }).functionName
}

describe('given a deal of one NFT for one', () => {
  it('locks it by createSwapOffer, through the steps in their order, and the server has it', async () => {
    const { actor, member, friend } = await pair()
    const [own] = member.nfts
    const [wanted] = friend.nfts
    if (!own || !wanted) throw new Error('nobody has anything')

    const outcome = await createOffer(actor.tools, dealOf([own], [wanted], friend.address), member.nfts)

    expect(done(actor.steps)).toEqual([
      'validate',
      'ownership',
      'approval',
      'fee',
      'send',
      'receipt',
      'offer-id',
      'record',
    ])
    // Whether the network reports it before it is in a block depends on timing.
    expect(actor.news.map(({ kind }) => kind).filter((kind) => kind !== 'seen')).toEqual([
      'walletAsked',
      'sent',
      'included',
    ])
    expect(calledFunction(actor)).toBe('createSwapOffer')
    expect(actor.wallet.sentTransactions().at(-1)?.chainId).toBe('0xa86a')
    expect(await stage.cast.ownerOf(own)).toBe(stage.world.escrow)
    expect(outcome.recorded).toBe(true)
    const offer = await stage.offer(outcome.offerId)
    expect(offer).toMatchObject({
      id: outcome.offerId,
      creator: member.address,
      recipient: friend.address,
      offered: bare([own]),
      requested: bare([wanted]),
      settlement: null,
    })
  })

  it('keeps the gas limit under the ceiling and pays exactly the fee', async () => {
    const { actor, member, friend } = await pair()
    await createOffer(actor.tools, dealOf(member.nfts.slice(0, 1), friend.nfts.slice(0, 1), friend.address), null)
    const sent = actor.wallet.sentTransactions().at(-1)
    expect(BigInt(sent?.value ?? 0)).toBe(10n ** 16n)
    expect(BigInt(sent?.gas ?? 0)).toBeLessThanOrEqual(1_000_000n)
  })
})

describe('given an approval of the very NFT, and of no other of its collection', () => {
  it('counts', async () => {
    const { cast } = stage
    const member = await cast.member('steady')
    const friend = await cast.member('chikn')
    const [own] = member.nfts
    if (!own) throw new Error('nobody has anything')
    await cast.approveOne(member, own)
    const actor = await stage.enter(member)

    await createOffer(actor.tools, dealOf([own], friend.nfts, friend.address), null)

    expect(await cast.ownerOf(own)).toBe(stage.world.escrow)
  })
})

describe('given more than one NFT on a side', () => {
  it('locks them by createMultiSwapOffer', async () => {
    const { actor, member, friend } = await pair()
    const outcome = await createOffer(actor.tools, dealOf(member.nfts, friend.nfts, friend.address), null)
    expect(calledFunction(actor)).toBe('createMultiSwapOffer')
    expect((await stage.offer(outcome.offerId)).offered).toEqual(bare(member.nfts))
  })
})

describe('given a deal with coins', () => {
  const tenth = 10n ** 17n
  const balanceOf = (address: `0x${string}`) => stage.world.chain.client.getBalance({ address })

  it('locks NFTs and coins by createSwapOfferWithCoins, and pays the fee and the offered coins', async () => {
    const { actor, member, friend } = await pair()
    const coins = { offeredWei: tenth, requestedWei: 2n * tenth }
    const before = await balanceOf(stage.world.escrow)
    const outcome = await createOffer(actor.tools, dealOf(member.nfts, friend.nfts, friend.address, coins), null)
    expect(calledFunction(actor)).toBe('createSwapOfferWithCoins')
    expect(BigInt(actor.wallet.sentTransactions().at(-1)?.value ?? 0)).toBe(10n ** 16n + tenth)
    expect((await balanceOf(stage.world.escrow)) - before).toBe(10n ** 16n + tenth)
    expect(outcome.recorded).toBe(true)
    expect(await stage.offer(outcome.offerId)).toMatchObject({
      recipient: friend.address,
      offered: bare(member.nfts),
      requested: bare(friend.nfts),
      coins,
    })
  })

  it('offers coins alone for an NFT, without any approval', async () => {
    const member = await stage.cast.member()
    const friend = await stage.cast.member('steady')
    const actor = await stage.enter(member)
    const coins = { offeredWei: tenth, requestedWei: 0n }
    const outcome = await createOffer(actor.tools, dealOf([], friend.nfts, friend.address, coins), null)
    expect(outcome.recorded).toBe(true)
    expect(await stage.offer(outcome.offerId)).toMatchObject({ offered: [], requested: bare(friend.nfts), coins })
  })

  it('asks for coins alone, of the wallet whose address was typed', async () => {
    const { actor, member } = await pair()
    const friend = await stage.cast.member()
    const coins = { offeredWei: 0n, requestedWei: tenth }
    const outcome = await createOffer(actor.tools, dealOf(member.nfts, [], friend.address, coins), null)
    expect(await stage.offer(outcome.offerId)).toMatchObject({ recipient: friend.address, requested: [], coins })
  })

  it('stops before the wallet is asked where it has less than fee and coins', async () => {
    const { actor, member, friend } = await pair()
    const heldWei = await balanceOf(member.address)
    const coins = { offeredWei: heldWei, requestedWei: 0n }
    const failure = await failureOf(
      createOffer(actor.tools, dealOf(member.nfts, friend.nfts, friend.address, coins), null),
    )
    expect(failure).toEqual({ kind: 'cannot-pay', neededWei: heldWei + 10n ** 16n, heldWei })
    expect(done(actor.steps)).not.toContain('fee')
    expect(actor.wallet.sentTransactions()).toEqual([])
  })

  it('needs an NFT on one side, something on each, and amounts that can be read', async () => {
    const { actor, member, friend } = await pair()
    const one = { offeredWei: tenth, requestedWei: 0n }
    const both = { offeredWei: tenth, requestedWei: tenth }
    const failed = (deal: Parameters<typeof dealOf>) => failureOf(createOffer(actor.tools, dealOf(...deal), null))
    expect(await failed([[], [], friend.address, both])).toEqual({ kind: 'coins-only' })
    expect(await failed([[], [], friend.address, one])).toEqual({ kind: 'nothing-requested' })
    expect(await failed([[], friend.nfts, friend.address])).toEqual({ kind: 'nothing-offered' })
    expect(await failed([member.nfts, friend.nfts, friend.address, null])).toEqual({ kind: 'bad-coins' })
  })
})

describe('given a deal with something wrong', () => {
  it('stops at the seven checks in their order', async () => {
    const { cast } = stage
    const member = await cast.member('steady')
    const friend = await cast.member('furks')
    const actor = await stage.enter(member)
    const empty = dealOf([], [], null)
    const full = dealOf(member.nfts, friend.nfts, friend.address)
    const locked = {
      ...actor.tools,
      wallet: {
        address: member.address,
        provider: providerOf(new InjectedWallet({ account: member.address, rpcUrl: stage.world.chain.url })),
      },
    }

    expect(await failureOf(createOffer({ ...actor.tools, wallet: null }, empty, []))).toEqual({ kind: 'not-connected' })
    expect(await failureOf(createOffer(actor.tools, empty, []))).toEqual({ kind: 'nothing-offered' })
    expect(await failureOf(createOffer(actor.tools, { ...empty, offered: member.nfts }, []))).toEqual({
      kind: 'nothing-requested',
    })
    expect(await failureOf(createOffer(actor.tools, { ...full, recipient: null }, []))).toEqual({
      kind: 'bad-recipient',
    })
    expect(await failureOf(createOffer(locked, full, []))).toEqual({ kind: 'no-signer' })
    expect(await failureOf(createOffer(actor.tools, full, []))).toMatchObject({ kind: 'not-in-wallet' })
    expect(await failureOf(createOffer(actor.tools, full, member.nfts))).toMatchObject({ kind: 'not-approved' })
    expect(actor.wallet.sentTransactions()).toEqual([])
  })

  it('names the owner of an NFT that has moved on', async () => {
    const { actor, member, friend } = await pair()
    const [own] = member.nfts
    if (!own) throw new Error('nobody has anything')
    await stage.cast.transfer(member, friend.address, own)
    const failure = await failureOf(createOffer(actor.tools, dealOf([own], friend.nfts, friend.address), null))
    expect(failure).toEqual({ kind: 'not-owned', nft: own, owner: friend.address })
  })

  it('stops when the requested NFTs are not those of the address that was typed', async () => {
    const { actor, member, friend } = await pair()
    const stranger = await stage.cast.member('farmland')
    const failure = await failureOf(createOffer(actor.tools, dealOf(member.nfts, friend.nfts, stranger.address), null))
    expect(failure).toEqual({ kind: 'other-recipient', typed: stranger.address, found: friend.address })
  })
})

describe('given a wallet that does not play along', () => {
  it('stops without sending when the person rejects, and what was chosen stays theirs', async () => {
    const { actor, member, friend } = await pair()
    actor.wallet.refuseNext('eth_sendTransaction')
    const failure = await failureOf(createOffer(actor.tools, dealOf(member.nfts, friend.nfts, friend.address), null))
    expect(failure).toMatchObject({ kind: 'chain', phase: 'send', failure: { kind: 'rejected' } })
    for (const nft of member.nfts) expect(await stage.cast.ownerOf(nft)).toBe(member.address)
  })

  it('refuses a network with the same chain id but without our escrow', async () => {
    const { actor, member, friend } = await pair()
    const elsewhere = await startChain()
    try {
      actor.wallet.useNode(elsewhere.url)
      const failure = await failureOf(createOffer(actor.tools, dealOf(member.nfts, friend.nfts, friend.address), null))
      expect(failure).toEqual({ kind: 'other-network' })
      expect(actor.wallet.sentTransactions()).toEqual([])
    } finally {
      await elsewhere.stop()
    }
  })

  it('refuses another chain id', async () => {
    const { actor, member, friend } = await pair()
    actor.wallet.useChain(1)
    const failure = await failureOf(createOffer(actor.tools, dealOf(member.nfts, friend.nfts, friend.address), null))
    expect(failure).toMatchObject({ kind: 'chain', failure: { kind: 'wrongChain' } })
    expect(actor.wallet.sentTransactions()).toEqual([])
  })
})

describe('given a server that is away between transaction and record', () => {
  it('says that the offer was not recorded, and the index finds it anyway', async () => {
    const { actor, member, friend } = await pair()
    const nowhere = createApiClient('http://127.0.0.1:9')
    const outcome = await createOffer(
      { ...actor.tools, api: nowhere },
      dealOf(member.nfts, friend.nfts, friend.address),
      null,
    )
    expect(outcome.recorded).toBe(false)
    await expect.poll(async () => (await stage.offer(outcome.offerId)).creator).toBe(member.address)
  })
})
