import { contextRoutes, createClientOf, offerFromWire, type WireOffer } from '@parley/protocol'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { engines, givenDatabases } from '../given/engines.ts'
import { hintOf } from '../given/offerNumber.ts'
import { openMarket, type Market } from '../given/market.ts'
import { patienceMs, startTestServer, until, type TestServer } from '../given/testServer.ts'

let market: Market
beforeAll(async () => {
  market = await openMarket()
})
afterAll(() => market.stop())

describe.each(engines)('given a server over %s', (engine) => {
  const databases = givenDatabases(engine)
  let server: TestServer
  beforeAll(async () => {
    server = await startTestServer(market, await databases.fresh())
  })
  afterAll(() => server.stop())

  /** Lists are kept until a change is announced, a moment after it can be read. */
  const offer = async (offerId: string): Promise<WireOffer> => {
    const wire = await until(() => server.offer(offerId))
    await server.indexer.catchUp()
    return wire
  }
  const closed = (offerId: string): Promise<WireOffer> =>
    until(async () => {
      const now = await offer(offerId)
      return !now.isActive && now
    })
  const ids = (offers: readonly WireOffer[]) => offers.map(({ offerId }) => offerId)

  describe('when an offer of one for one is created', () => {
    it('is in every list it belongs to, in wire format, without a hint to the server', async () => {
      const id = await market.offer({ durationS: 3_600 })
      const wire = await offer(id)
      const [alice, bob] = [market.address('alice'), market.address('bob')]
      expect(wire).toMatchObject({
        offerId: id,
        escrow: market.escrow.address,
        creator: alice,
        recipient: bob,
        nftContractOffered: market.collection,
        isActive: true,
        status: 'active',
        myNftCount: 1,
        friendNftCount: 1,
        completedBy: null,
        completedTxHash: null,
        completedAt: null,
        unreturned: [],
      })
      expect(wire.tokenIdA).toBe(Number(wire.tokenIdOffered))
      expect(wire.tokenIdsRequested).toEqual([String(wire.tokenIdB)])
      expect(Number(wire.expiresAt)).toBe(Math.floor(Date.parse(wire.createdAt) / 1000) + 3_600)
      const byCreator = await server.api.request('offersByCreator', { params: { address: alice.toLowerCase() } })
      const byRecipient = await server.api.request('offersByRecipient', { params: { address: bob } })
      const byUser = await server.api.request('offersByUser', { params: { address: bob } })
      expect(ids(byCreator.offers)).toContain(id)
      expect(ids(byRecipient.offers)).toContain(id)
      expect(ids(byUser.offers)).toContain(id)
      expect(ids((await server.api.request('offersByCreator', { params: { address: bob } })).offers)).not.toContain(id)
    })

    it('is closed as completed by its recipient once accepted', async () => {
      const id = await market.offer()
      const receipt = await market.accept(id)
      const wire = await closed(id)
      expect(wire).toMatchObject({
        status: 'completed',
        completedBy: market.address('bob'),
        completedTxHash: receipt.transactionHash,
      })
      const block = await market.chain.client.getBlock({ blockNumber: receipt.blockNumber })
      expect(wire.completedAt).toBe(new Date(Number(block.timestamp) * 1000).toISOString())
      const { offers } = await server.api.request('offersByCreator', { params: { address: market.address('alice') } })
      expect(ids(offers)).not.toContain(id)
    })

    it('makes its two people counterparties once accepted, and not before', async () => {
      const others = async (person: 'alice' | 'bob' | 'carol') =>
        (
          await createClientOf(contextRoutes, server.url, { timeoutMs: patienceMs }).request('counterparties', {
            params: { address: market.address(person) },
          })
        ).counterparties
      // The index has caught up with the market's earlier swaps.
      await offer(await market.offer())
      const [carols, bobs] = [await others('carol'), await others('bob')]
      const id = await market.offer({ from: 'carol' })
      await offer(id)
      // Who merely made an offer is not known by that.
      expect(await others('carol')).toEqual(carols)
      expect(await others('bob')).toEqual(bobs)
      await market.accept(id)
      await closed(id)
      expect(await others('bob')).toContain(market.address('carol'))
      expect(await others('carol')).toContain(market.address('bob'))
      expect(new Set(await others('bob')).size).toBe((await others('bob')).length)
    })

    it('is in the history of both NFTs once accepted, each with who gave it to whom', async () => {
      const id = await market.offer()
      const { tokenIdsOffered, tokenIdsRequested, creator, recipient } = await offer(id)
      const historyOf = async (tokenId = '') => {
        const { swaps, hasMore } = await server.api.request('nftSwaps', {
          params: { contract: market.collection, tokenId },
        })
        expect(hasMore).toBe(false)
        return swaps
      }
      expect(await historyOf(tokenIdsOffered[0])).toEqual([])
      await market.accept(id)
      const { completedAt: at, completedTxHash: txHash } = await closed(id)
      const swap = { offerId: id, at, txHash }
      expect(await historyOf(tokenIdsOffered[0])).toEqual([{ ...swap, from: creator, to: recipient }])
      expect(await historyOf(tokenIdsRequested[0])).toEqual([{ ...swap, from: recipient, to: creator }])
    })

    it('is among the last swaps of its collection once accepted, newest first, and of no other', async () => {
      const lastSwaps = async (address: `0x${string}`) =>
        (
          await createClientOf(contextRoutes, server.url, { timeoutMs: patienceMs }).request('collectionSwaps', {
            params: { address },
          })
        ).swaps
      const known = (await lastSwaps(market.collection)).map(({ offerId }) => offerId)
      const older = await market.offer()
      const newer = await market.offer({ from: 'carol', to: 'alice', offered: 3, requested: 2 })
      const cancelled = await market.offer()
      await market.accept(older)
      await closed(older)
      await market.accept(newer, 'alice')
      await market.cancel(cancelled)
      const { tokenIdsOffered, tokenIdsRequested, completedAt: at } = await closed(newer)
      await closed(cancelled)
      const swaps = await lastSwaps(market.collection)
      expect(swaps.map(({ offerId }) => offerId)).toEqual([newer, older, ...known].slice(0, 10))
      const side = (tokenIds: readonly string[]) => ({
        nfts: tokenIds.map((tokenId) => ({ contract: market.collection, tokenId })),
        coins: '0',
      })
      expect(swaps[0]).toEqual({
        offerId: newer,
        at,
        offered: side(tokenIdsOffered),
        requested: side(tokenIdsRequested),
      })
      expect(await lastSwaps(market.address('alice'))).toEqual([])
    })

    it('is closed as cancelled by its creator once cancelled', async () => {
      const id = await market.offer()
      const receipt = await market.cancel(id)
      expect(await closed(id)).toMatchObject({
        status: 'cancelled',
        completedBy: market.address('alice'),
        completedTxHash: receipt.transactionHash,
      })
    })
  })

  describe('when an offer of many for many is created', () => {
    it('carries both sides in their order', async () => {
      const id = await market.offer({ from: 'carol', to: 'alice', offered: 3, requested: 2 })
      const wire = await offer(id)
      expect(wire.tokenIdsOffered).toHaveLength(3)
      expect(wire.tokenIdsOffered).toEqual(wire.tokenIdsOffered.toSorted((a, b) => Number(a) - Number(b)))
      expect(wire).toMatchObject({ myNftCount: 3, friendNftCount: 2, tokenIdOffered: wire.tokenIdsOffered[0] })
      expect(offerFromWire(wire).requested).toHaveLength(2)
    })
  })

  describe('when an offer expires', () => {
    it('stays active in the lists, is listed as expired, and is cancelled by its return', async () => {
      const id = await market.offer({ from: 'bob', to: 'carol', durationS: 60 })
      await market.wait(61)
      const params = { address: market.address('bob') }
      const expired = await until(async () => {
        const { offers } = await server.api.request('expiredByCreator', { params })
        return offers.find(({ offerId }) => offerId === id)
      })
      expect(expired).toMatchObject({ isActive: true, status: 'active' })
      expect(ids((await server.api.request('offersByCreator', { params })).offers)).toContain(id)
      await market.recover(id, 'carol')
      expect(await closed(id)).toMatchObject({ status: 'cancelled', completedBy: market.address('carol') })
      expect(ids((await server.api.request('expiredByCreator', { params })).offers)).not.toContain(id)
    })
  })

  describe('when a collection does not let an NFT go home', () => {
    it('says which NFTs are still in escrow, until they are claimed', async () => {
      const id = await market.offer({ offered: 2 })
      const { tokenIdsOffered } = await offer(id)
      const left = tokenIdsOffered.map((tokenId) => ({ contract: market.collection, tokenId }))
      const { client } = market.chain
      const code = (await client.getCode({ address: market.collection })) ?? '0x'
      await client.setCode({ address: market.collection, bytecode: '0xfe' })
      try {
        await market.cancel(id)
      } finally {
        await client.setCode({ address: market.collection, bytecode: code })
      }
      expect(await closed(id)).toMatchObject({ status: 'cancelled', unreturned: left })
      await server.api.request('syncOffers', { query: { fromBlock: '0' } })
      expect(await offer(id)).toMatchObject({ status: 'cancelled', unreturned: left })
      const { creator } = await offer(id)
      const stillInEscrow = async () => {
        const page = await server.api.request('offersByUser', { params: { address: creator }, query: { limit: '1' } })
        return ids(page.unreturned)
      }
      // Later offers push it off the first page.
      await offer(await market.offer({ from: 'alice', to: 'bob' }))
      expect(await stillInEscrow()).toContain(id)
      await market.claim(id)
      await until(async () => (await offer(id)).unreturned.length === 0)
      expect(await stillInEscrow()).not.toContain(id)
      await server.api.request('syncOffers', { query: { fromBlock: '0' } })
      expect((await offer(id)).unreturned).toEqual([])
    })
  })

  describe('when a wallet has more offers than a page', () => {
    it('pages through all of them once, the newest first', async () => {
      const params = { address: market.address('carol') }
      for (let count = 0; count < 3; count += 1) await offer(await market.offer({ from: 'carol', to: 'bob' }))
      const whole = await server.api.request('offersByUser', { params, query: { limit: '100' } })
      const paged: string[] = []
      let cursor: string | undefined
      do {
        const page = await server.api.request('offersByUser', { params, query: { limit: '2', cursor } })
        expect(page.offers.length).toBeLessThanOrEqual(2)
        paged.push(...ids(page.offers))
        const open = whole.offers.filter(({ isActive }) => isActive).length
        // Of all offers, on every page.
        expect(page.counts).toEqual({ active: open, completed: whole.offers.length - open })
        cursor = page.nextCursor ?? undefined
      } while (cursor !== undefined)
      expect(paged).toEqual(ids(whole.offers))
      expect(new Set(paged).size).toBe(paged.length)
      const times = whole.offers.map(({ createdAt }) => createdAt)
      expect(times).toEqual(times.toSorted().toReversed())
    })
  })

  describe('when the hash of the creating transaction stands for the id', () => {
    it('answers the offer, leads the page there, and makes no second record', async () => {
      const id = await market.offer()
      const wire = await offer(id)
      const byHash = await server.raw(`/api/swap-offers/${wire.createdTxHash}`)
      expect(byHash).toMatchObject({ status: 200, body: { offer: { offerId: id } } })
      // Where the database takes two seconds, the document comes without an answer from it.
      const page = await until(async () => {
        const answer = await server.raw(`/p2p/${wire.createdTxHash}`)
        return answer.status === 302 && answer
      })
      expect(page.headers.get('location')).toBe(`/p2p/${id}`)
      const posted = await server.send('POST', '/api/swap-offers', { ...hintOf(wire), offerId: wire.createdTxHash })
      expect(posted).toMatchObject({ status: 200, body: { success: true, offer: { offerId: id } } })
      const { offers } = await server.api.request('offersByUser', {
        params: { address: wire.creator },
        query: { limit: '100' },
      })
      expect(ids(offers).filter((other) => other === id)).toHaveLength(1)
    })
  })

  describe('when offers are reported before they are mined', () => {
    it('answers 202 until the block is there', async () => {
      const { client } = market.chain
      await client.setAutomine(false)
      try {
        const hash = await client.sendTransaction({
          account: market.address('alice'),
          chain: client.chain,
          to: market.address('bob'),
          value: 1n,
        })
        expect(await server.raw(`/api/swap-offers/${hash}`)).toMatchObject({
          status: 202,
          body: { success: true, pending: true, txHash: hash },
        })
      } finally {
        await client.setAutomine(true)
        await client.mine({ blocks: 1 })
      }
    })
  })
})
