import { offerIdOf, readEscrowed } from '@parley/chain'
import { inboxOf, noCoins, sendHomeAfterS, type OfferId } from '@parley/domain'
import { createApiClient } from '@parley/protocol'
import { Cast, deployFirstEdition, type Member } from '@parley/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { generalMessages } from '../../src/text/catalogue.ts'
import { createLiveConnection } from '../../src/services/liveConnection.ts'
import { createSession } from '../../src/services/openSession.ts'
import type { Session } from '../../src/services/Session.ts'
import { chainTimeS } from '../../src/services/chainTime.ts'
import { escrowedQuery, holdingsOf, type Holding } from '../../src/pages/escrow/holdings.ts'
import { builtChain } from '../../src/services/builtChain.ts'
import { type Claims, readClaims } from '../../src/pages/inbox/claims.lazy.ts'
import { type HomeCost, homeCostQuery } from '../../src/services/wayHome.ts'
import { bare, openStage, type Stage } from '../actions/stage.ts'

const feeWei = 10n ** 16n
const halfCoin = 5n * 10n ** 17n
/** PUSH1 0 PUSH1 0 REVERT */
const refuses = '0x60006000fd'

let stage: Stage
beforeAll(async () => {
  stage = await openStage()
})
afterAll(() => stage.close())

/** A page that reaches the chain and no server. */
function lonelyPage(config = stage.config): Session {
  return createSession(config, createApiClient('http://127.0.0.1:9'))
}

async function later(seconds: number): Promise<void> {
  const { client } = stage.world.chain
  await client.increaseTime({ seconds })
  await client.mine({ blocks: 1 })
}

async function held(session: Session, { address }: Member): Promise<readonly Holding[]> {
  const answer = await session.queries.fetchQuery(escrowedQuery(session, address))
  return holdingsOf(session, answer, chainTimeS(session.live, session.clock.now()))
}

function costOf(session: Session, { address: account }: Member, holding: Holding | undefined) {
  if (!holding) throw new Error('nothing is held')
  return session.queries.fetchQuery(
    homeCostQuery(session, { account, holding, to: account, messages: generalMessages }),
  )
}

/** What a call took from a wallet beside what it paid and got, in wei. */
async function networkPaid({ address }: Member, call: () => Promise<void>, paidWei: bigint): Promise<bigint> {
  const balance = () => stage.world.chain.client.getBalance({ address })
  const before = await balance()
  await call()
  return before - (await balance()) - paidWei
}

/** What the page says is enough, and not far more. It is the limit, a fifth above the gas used, at the present price. */
function expectPaid(cost: HomeCost, paidWei: bigint): void {
  const estimateWei = cost.kind === 'known' ? cost.networkWei : 0n
  expect(paidWei).toBeGreaterThan(0n)
  expect(estimateWei).toBeGreaterThanOrEqual(paidWei)
  expect(estimateWei * 2n).toBeLessThan(paidWei * 3n)
}

/** While it runs, the contract at an address refuses everything. */
async function whileRefusing<T>(address: `0x${string}`, run: () => Promise<T>): Promise<T> {
  const { client } = stage.world.chain
  const code = (await client.getCode({ address })) ?? '0x'
  await client.setCode({ address, bytecode: refuses })
  try {
    return await run()
  } finally {
    await client.setCode({ address, bytecode: code })
  }
}

describe('given an account with things in escrow, and no server', () => {
  it('finds open, expired, unreturned and owed ones by the chain alone, each with its way home and its cost', async () => {
    const { cast } = stage
    const [alice, bob] = [
      await cast.member('dokyo', 'steady', 'furks', 'hoppers', 'chikn'),
      await cast.member('farmland'),
    ]
    const [ran, stuck, sold, open, back] = alice.nfts
    if (!ran || !stuck || !sold || !open || !back) throw new Error('the cast is short of NFTs')
    await cast.approve(alice, ...alice.nfts)
    const coins = { offeredWei: 0n, requestedWei: halfCoin }
    const soldId = await cast.offerWithCoins(alice, bob.address, { offered: [sold], requested: [], coins })
    await whileRefusing(alice.address, () => cast.callEscrow(bob, 'acceptSwapOffer', [soldId], feeWei + halfCoin))
    const backId = await cast.offer(alice, [back], bob.nfts)
    await cast.callEscrow(alice, 'cancelSwapOffer', [backId])
    const stuckId = await cast.offer(alice, [stuck], bob.nfts)
    await whileRefusing(stuck.contract, () => cast.callEscrow(alice, 'cancelSwapOffer', [stuckId]))
    const ranId = await cast.offer(alice, [ran], bob.nfts, 300)
    await later(301)
    const openId = await cast.offerWithCoins(alice, bob.address, {
      offered: [open],
      requested: bob.nfts,
      coins: { offeredWei: halfCoin, requestedWei: 0n },
    })

    const session = lonelyPage()
    const holdings = await held(session, alice)

    expect(holdings).toMatchObject([
      { key: ranId, state: 'expired', way: 'recover', nfts: bare([ran]), wei: 0n },
      { key: stuckId, state: 'refused', way: 'claim', nfts: bare([stuck]), wei: 0n },
      { state: 'owed', way: 'take', nfts: [], wei: halfCoin, offer: null },
      { key: openId, state: 'offered', way: 'cancel', nfts: bare([open]), wei: halfCoin },
    ])
    const [expired, unreturned, owed, offered] = holdings
    expect(expired?.freeFromS).toBe((expired?.offer?.expiresAtS ?? 0) + sendHomeAfterS)
    const recovering = await costOf(session, alice, expired)
    expect(recovering).toMatchObject({ kind: 'known', feeWei })
    const [claiming, taking, cancelling] = [
      await costOf(session, alice, unreturned),
      await costOf(session, alice, owed),
      await costOf(session, alice, offered),
    ]
    for (const cost of [claiming, taking, cancelling]) expect(cost).toMatchObject({ kind: 'known', feeWei: 0n })
    const call =
      (name: string, args: readonly unknown[], valueWei = 0n) =>
      () =>
        cast.callEscrow(alice, name, args, valueWei)
    expectPaid(recovering, await networkPaid(alice, call('cancelExpiredOffer', [ranId], feeWei), feeWei))
    expectPaid(taking, await networkPaid(alice, call('takeOwedCoins', [alice.address]), -halfCoin))
    expectPaid(cancelling, await networkPaid(alice, call('cancelSwapOffer', [openId]), -halfCoin))

    const answer = await session.queries.fetchQuery(escrowedQuery(session, bob.address))
    expect(answer.escrows).toMatchObject([{ offers: [], owedWei: 0n, unread: 0 }])

    // An inbox without a server knows what waits as well, in a browser that has never seen these offers.
    const { signal } = new AbortController()
    const lonely = lonelyPage()
    const read = (older: Claims) => readClaims(lonely, { address: alice.address, older, signal })
    const itemsOf = ({ claims, offers }: Claims) => {
      const sources = { declines: new Map(), moved: new Map(), tables: [], chainS: 1e10, serverS: 1e10 }
      return inboxOf({ viewer: alice.address, offers, claims, ...sources })
    }
    const waiting = await read({ claims: new Map(), offers: [] })
    expect(itemsOf(waiting)).toMatchObject([{ id: `not-returned:${stuckId}`, act: 'claim', nfts: bare([stuck]) }])
    // An offer of an earlier answer that doesn't wait, and has no claims, is forgotten.
    const older = { claims: new Map(), offers: [...waiting.offers, ...(offered?.offer ? [offered.offer] : [])] }
    expect((await read(older)).offers.map(({ id }) => id)).toEqual([stuckId])

    expectPaid(claiming, await networkPaid(alice, call('claimReturned', [stuckId]), 0n))
    expect(await held(lonelyPage(), alice)).toEqual([])
  })

  it('says why a collection that still refuses cannot be claimed from', async () => {
    const { cast } = stage
    const [alice, bob] = [await cast.member('dokyo'), await cast.member('farmland')]
    const [nft] = alice.nfts
    if (!nft) throw new Error('the cast is short of NFTs')
    await cast.approve(alice, nft)
    const id = await cast.offer(alice, [nft], bob.nfts)
    await whileRefusing(nft.contract, async () => {
      await cast.callEscrow(alice, 'cancelSwapOffer', [id])
      const session = lonelyPage()
      const [refused] = await held(session, alice)
      expect(refused).toMatchObject({ state: 'refused' })
      expect(await costOf(session, alice, refused)).toEqual({
        kind: 'refused',
        reason: expect.stringMatching(/return|let|go/i),
      })
    })
  })

  it('needs no fee once anyone may send it home', async () => {
    const { cast } = stage
    const [alice, bob] = [await cast.member('dokyo'), await cast.member('farmland')]
    await cast.approve(alice, ...alice.nfts)
    const id = await cast.offer(alice, alice.nfts, bob.nfts, 300)
    await later(301 + sendHomeAfterS)
    const session = lonelyPage()
    const [home] = await held(session, alice)
    expect(home).toMatchObject({ state: 'expired', way: 'sendHome', freeFromS: null })
    const sending = await costOf(session, alice, home)
    expect(sending).toMatchObject({ kind: 'known', feeWei: 0n })
    expectPaid(sending, await networkPaid(alice, () => cast.callEscrow(alice, 'sendHome', [id]), 0n))
  })
})

describe('given both editions of the escrow', () => {
  it('reads each by what it knows: the first has no coins and no way that is free', async () => {
    const { world } = stage
    const [second] = stage.config.escrows
    if (!second) throw new Error('the world has no escrow')
    const first = await deployFirstEdition(world.chain)
    const before = new Cast({ ...world, escrow: first.address })
    const [alice, bob] = [await stage.cast.member('dokyo', 'steady'), await stage.cast.member('farmland')]
    const [older, newer] = alice.nfts
    if (!older || !newer) throw new Error('the cast is short of NFTs')
    await before.approve(alice, older)
    await stage.cast.approve(alice, newer)
    const oldId = await before.offer(alice, [older], bob.nfts, 300)
    await later(301 + sendHomeAfterS)
    const newId = await stage.cast.offer(alice, [newer], bob.nfts)
    const session = lonelyPage({ ...stage.config, escrows: [second, first] })
    const holdings = await held(session, alice)
    expect(holdings).toMatchObject([
      { key: oldId, escrow: first.address, state: 'expired', way: 'recover', freeFromS: null },
      { key: newId, escrow: second.address, state: 'offered', way: 'cancel' },
    ])
    expect(await costOf(session, alice, holdings[0])).toMatchObject({ kind: 'known', feeWei })
  })

  it('keeps what one of them holds where the other cannot be read', async () => {
    const [alice, bob] = [await stage.cast.member('dokyo'), await stage.cast.member('farmland')]
    await stage.cast.approve(alice, ...alice.nfts)
    const id = await stage.cast.offer(alice, alice.nfts, bob.nfts)
    const first = await deployFirstEdition(stage.world.chain)
    await stage.world.chain.client.setCode({ address: first.address, bytecode: '0x' })
    const session = lonelyPage({ ...stage.config, escrows: [...stage.config.escrows, { ...first, edition: 2 }] })
    const answer = await session.queries.fetchQuery(escrowedQuery(session, alice.address))
    expect(answer.unreadable).toBe(1)
    expect(answer.escrows.flatMap(({ offers }) => offers.map((offer) => offer.id))).toContain(id)
  })
})

describe('given a server that names endpoints of its own', () => {
  it('reads at those of the page’s build, and says so where only the server’s answer', async () => {
    const { cast, config } = stage
    const [alice, bob] = [await cast.member('dokyo'), await cast.member('farmland')]
    await cast.approve(alice, ...alice.nfts)
    const id = await cast.offer(alice, alice.nfts, bob.nfts)
    const dead = ['http://127.0.0.1:9/']
    const readWith = async (built: readonly string[], named: readonly string[]) => {
      const page = { ...config, rpcUrls: [...built] }
      const word = { rpcUrls: named, foreign: [] }
      const session = createSession(page, createApiClient('http://127.0.0.1:9'), createLiveConnection(''), word)
      const { escrows, isByServer } = await session.queries.fetchQuery(escrowedQuery(session, alice.address))
      return { ids: escrows.flatMap(({ offers }) => offers.map((offer) => offer.id)), isByServer }
    }
    // Whatever the server's endpoints leave out, they aren't asked.
    expect(await readWith(config.rpcUrls, dead)).toEqual({ ids: [id], isByServer: false })
    expect(await readWith(dead, config.rpcUrls)).toEqual({ ids: [id], isByServer: true })
  })

  it('takes the same endpoints for the same, in whatever order and spelling', () => {
    const page = { ...stage.config, rpcUrls: ['https://one.example/', 'https://two.example/key'] }
    const areSame = (rpcUrls: readonly string[]) => {
      const session = createSession(page, createApiClient(''), undefined, { rpcUrls, foreign: [] })
      return builtChain(session) === session.chain
    }
    expect(areSame(['https://two.example/key', 'https://one.example'])).toBe(true)
    expect(areSame(['https://one.example'])).toBe(false)
  })
})

describe('given an escrow with more offers than are looked at', () => {
  it('looks at as many more as it is asked for', async () => {
    const { cast } = stage
    const [alice, bob] = [await cast.member('dokyo', 'steady'), await cast.member('farmland')]
    const [one, two] = alice.nfts
    if (!one || !two) throw new Error('the cast is short of NFTs')
    await cast.approve(alice, one, two)
    const made = [await cast.offer(alice, [one], bob.nfts), await cast.offer(alice, [two], bob.nfts)]
    const session = lonelyPage()
    const found = async (newest: number) => {
      const { escrows, unread } = await session.queries.fetchQuery(escrowedQuery(session, alice.address, newest))
      return { count: escrows.flatMap(({ offers }) => offers).length, unread }
    }
    const first = await found(1)
    expect(first.count).toBe(1)
    expect(await found(2)).toEqual({ count: made.length, unread: first.unread - 1 })
  })

  it('reads older ones that the server names, too, each once', async () => {
    const { cast, world, config } = stage
    const [alice, bob] = [await cast.member('dokyo', 'steady'), await cast.member('farmland')]
    const [one, two] = alice.nfts
    if (!one || !two) throw new Error('the cast is short of NFTs')
    await cast.approve(alice, one, two)
    const olderId = await cast.offer(alice, [one], bob.nfts)
    const newerId = await cast.offer(alice, [two], bob.nfts)
    const api = createApiClient(world.url)
    const params = { address: alice.address }
    await expect.poll(async () => (await api.request('offersByCreator', { params })).offers.length).toBe(2)
    const session = createSession(config, api)
    const { escrows, unread } = await session.queries.fetchQuery(escrowedQuery(session, alice.address, 1))
    expect(escrows.flatMap(({ offers }) => offers.map(({ id }) => id))).toEqual([newerId, olderId])
    expect(unread).toBeGreaterThan(0)
  })

  it('reads the newest and those that are named, and says how many it left out', async () => {
    const { cast, world, config } = stage
    const [alice, bob] = [await cast.member('dokyo', 'steady'), await cast.member('farmland')]
    const [one, two] = alice.nfts
    if (!one || !two) throw new Error('the cast is short of NFTs')
    await cast.approve(alice, one, two)
    const olderId = await cast.offer(alice, [one], bob.nfts)
    const newerId = await cast.offer(alice, [two], bob.nfts)
    const chain = lonelyPage().chain
    const question = { escrow: world.escrow, account: alice.address, multicall3: config.multicall3, hasCoins: true }
    const ids = async (also: readonly OfferId[]) => {
      const read = await readEscrowed(chain, { ...question, newest: 1, also })
      return { ids: read.offers.map(({ id }) => id), unread: read.unread }
    }
    const made = (await world.chain.client.getTransactionCount({ address: world.escrow })) - 1
    expect(await ids([])).toEqual({ ids: [newerId], unread: made - 1 })
    expect(await ids([olderId, offerIdOf(world.escrow, made + 7)])).toEqual({
      ids: [newerId, olderId],
      unread: made - 1,
    })
    expect((await readEscrowed(chain, question)).offers[0]?.coins).toEqual(noCoins)
  })
})
