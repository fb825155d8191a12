import { canSendCalls, readApproval, swapEscrowAbi } from '@parley/chain'
import { noCoins } from '@parley/domain'
import { InjectedWallet, wallets } from '@parley/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { acceptOffer } from '../../src/actions/settleOffer.ts'
import { createOffer } from '../../src/actions/createOffer.ts'
import { followTransaction } from '../../src/actions/tracker/followTransaction.ts'
import { trackedIn } from '../transactions/trackedIn.ts'
import { dealOf, done, failureOf, openStage, providerOf, type Stage } from './stage.ts'

let stage: Stage
beforeAll(async () => {
  stage = await openStage()
})
afterAll(() => stage.close())

/** A smart account with two Dokyo and a Hoppers, nothing approved, and a friend with a Roostr. */
async function pair() {
  const { cast } = stage
  const member = await cast.member('dokyo', 'dokyo', 'hoppers')
  const friend = await cast.member('roostr')
  return {
    actor: await stage.enterSmart(member),
    member,
    friend,
    deal: dealOf(member.nfts, friend.nfts, friend.address),
  }
}

async function pauseCreation(paused: boolean): Promise<void> {
  const { chain, escrow } = stage.world
  await chain.client.writeContract({
    address: escrow,
    abi: swapEscrowAbi,
    functionName: 'setCreationPaused',
    args: [paused],
    account: wallets.deployer.account,
    chain: chain.client.chain,
  })
}

describe('given a wallet that signs several calls together', () => {
  it('approves the NFTs of the deal alone and creates the offer, under one signature', async () => {
    const { actor, member, deal } = await pair()

    const { offerId } = await createOffer(actor.tools, deal, member.nfts)

    expect(actor.wallet.sentBatches().map((calls) => calls.length)).toEqual([4])
    expect(actor.wallet.sentTransactions()).toEqual([])
    expect(done(actor.steps)).toContain('send')
    expect(actor.news.map(({ kind }) => kind).filter((kind) => kind !== 'seen')).toEqual([
      'walletAsked',
      'handed',
      'sent',
      'included',
    ])
    const offer = await stage.offer(offerId)
    expect(offer).toMatchObject({
      creator: member.address,
      offered: deal.offered.map(({ contract, tokenId }) => ({ contract, tokenId })),
    })
    for (const nft of member.nfts) {
      expect(await stage.cast.ownerOf(nft)).toBe(stage.world.escrow)
      const scope = { contract: nft.contract, owner: member.address, operator: stage.world.escrow, tokenIds: [] }
      // No approval remains: the collection never had one, and a single NFT's ended with its transfer.
      expect(await readApproval(actor.tools.chain, scope)).toBe('none')
    }
  })

  it('accepts in the same way', async () => {
    const { cast } = stage
    const creator = await cast.member('steady')
    const member = await cast.member('farmland', 'chikn')
    await cast.approve(creator, ...creator.nfts)
    const id = await cast.offer(creator, creator.nfts, member.nfts, 300)
    await expect
      .poll(() =>
        stage.offer(id).then(
          () => true,
          () => false,
        ),
      )
      .toBe(true)
    const actor = await stage.enterSmart(member)

    await acceptOffer(actor.tools, await stage.offer(id), [])

    expect(actor.wallet.sentBatches().map((calls) => calls.length)).toEqual([3])
    expect(await cast.ownerOf(creator.nfts[0] ?? { contract: '0x', tokenId: 0n })).toBe(member.address)
  })

  it('signs the deal alone where everything is approved', async () => {
    const { actor, member, deal } = await pair()
    await stage.cast.approve(member, ...member.nfts)
    await createOffer(actor.tools, deal, member.nfts)
    expect(actor.wallet.sentBatches()).toEqual([])
    expect(actor.wallet.sentTransactions()).toHaveLength(1)
  })

  it('asks for nothing that would fail', async () => {
    const { actor, member, deal } = await pair()
    const [nft] = member.nfts
    if (!nft) throw new Error('nobody has anything')
    const coins = { ...noCoins, offeredWei: 10n ** 30n }
    expect(await failureOf(createOffer(actor.tools, { ...deal, coins }, member.nfts))).toMatchObject({
      kind: 'cannot-pay',
    })
    expect(actor.wallet.sentBatches()).toEqual([])
  })

  it('says that the person rejected, and leaves nothing approved', async () => {
    const { actor, member, deal } = await pair()
    actor.wallet.refuseNext('wallet_sendCalls')
    expect(await failureOf(createOffer(actor.tools, deal, member.nfts))).toMatchObject({
      failure: { kind: 'rejected' },
    })
    expect(actor.news.map(({ kind }) => kind)).toEqual(['walletAsked'])
  })

  it('says so where the wallet gives up what it has taken', async () => {
    const { actor, member, deal } = await pair()
    actor.wallet.refuseNext('wallet_getCallsStatus', { code: 5730, message: 'unknown bundle' })
    expect(await failureOf(createOffer(actor.tools, deal, member.nfts))).toEqual({ kind: 'not-sent' })
  })

  it('says why the chain refused all of it', async () => {
    const { actor, member, deal } = await pair()
    const sign = actor.wallet.hold('wallet_sendCalls')
    const failure = failureOf(createOffer(actor.tools, deal, member.nfts))
    await expect.poll(() => actor.wallet.sentBatches().length).toBe(1)
    await pauseCreation(true)
    sign()
    expect(await failure).toMatchObject({ kind: 'reverted-on-chain', revert: { name: 'CreationPaused' } })
    expect(actor.news.at(-1)).toMatchObject({ kind: 'failed', cause: { kind: 'reverted', reason: 'CreationPaused' } })
    await pauseCreation(false)
  })

  it('is asked again where it does not answer about its calls', async () => {
    const { actor, member, deal } = await pair()
    actor.wallet.refuseNext('wallet_getCallsStatus', { code: -32603, message: 'busy' })
    const { recorded } = await createOffer(actor.tools, deal, member.nfts)
    expect(recorded).toBe(true)
  })

  it('is followed from another page by the id of its calls', async () => {
    const { actor, member, deal } = await pair()
    await createOffer(actor.tools, deal, member.nfts)
    const asked = actor.news.find((one) => one.kind === 'walletAsked')
    const handed = actor.news.find((one) => one.kind === 'handed')
    if (asked?.kind !== 'walletAsked' || handed?.kind !== 'handed') throw new Error('nothing was noted')
    const { kind: _, ...known } = asked
    const tracked = trackedIn({ at: 'awaitingWallet', ...known, ambiguousAtMs: null, callsId: handed.callsId })
    const { state } = await followTransaction(
      {
        chain: actor.tools.chain,
        clock: actor.tools.clock,
        account: member.address,
        wallet: async () => actor.tools.wallet,
        signal: new AbortController().signal,
        indexed: async () => undefined,
        explain: () => '',
      },
      { ...tracked, escrow: stage.world.escrow },
      () => undefined,
    )
    expect(state).toMatchObject({ at: 'confirmed', isIndexed: true })
  })
})

describe('given what a wallet says that it can do', () => {
  it('takes only a plain yes, and only where the wallet can simulate', async () => {
    const { actor } = await pair()
    const { wallet } = actor.tools
    if (!wallet) throw new Error('no wallet')
    expect(await canSendCalls(wallet, 43_114)).toBe(true)
    expect(await canSendCalls(wallet, 1)).toBe(false)
    actor.wallet.refuseNext('eth_simulateV1', { code: -32601, message: 'no such method' })
    expect(await canSendCalls(wallet, 43_114)).toBe(false)
    const plain = new InjectedWallet({ account: wallet.address, rpcUrl: stage.world.chain.url })
    expect(await canSendCalls({ ...wallet, provider: providerOf(plain) }, 43_114)).toBe(false)
  })
})
