import { offerFromWire, type OfferHint, type WireOffer } from '@parley/protocol'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { engines, givenDatabases } from '../given/engines.ts'
import { openMarket, type Market } from '../given/market.ts'
import { startTestServer, until, type TestServer } from '../given/testServer.ts'

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

  const offer = (offerId: string): Promise<WireOffer> =>
    until(async () => {
      const answer = await server.raw(`/api/swap-offers/${offerId}`)
      return answer.status === 200 && (answer.body['offer'] as WireOffer)
    })
  const closed = (offerId: string): Promise<WireOffer> =>
    until(async () => {
      const now = await offer(offerId)
      return !now.isActive && now
    })
  const sent = async (path: string, body: unknown, method = 'POST') =>
    server.raw(path, { method, headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) })
  const ids = (offers: readonly WireOffer[]) => offers.map(({ offerId }) => offerId)

  describe('when an offer of one for one is created', () => {
    it('is in every list it belongs to, in the words of the wire, without anybody telling the server', async () => {
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
      expect(wire.tokenIdsOffered).toEqual([...wire.tokenIdsOffered].sort((a, b) => Number(a) - Number(b)))
      expect(wire).toMatchObject({ myNftCount: 3, friendNftCount: 2, tokenIdOffered: wire.tokenIdsOffered[0] })
      expect(offerFromWire(wire).requested).toHaveLength(2)
    })
  })

  describe('when an offer expires', () => {
    it('stays active in the lists, is listed as expired, and is cancelled by whoever returns it', async () => {
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
      await market.claim(id)
      await until(async () => (await offer(id)).unreturned.length === 0)
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
        cursor = page.nextCursor ?? undefined
      } while (cursor !== undefined)
      expect(paged).toEqual(ids(whole.offers))
      expect(new Set(paged).size).toBe(paged.length)
      const times = whole.offers.map(({ createdAt }) => createdAt)
      expect(times).toEqual([...times].sort().reverse())
    })
  })

  describe('when the hash of the creating transaction stands for the id', () => {
    it('answers the offer, leads the page there, and makes no second record', async () => {
      const id = await market.offer()
      const wire = await offer(id)
      const byHash = await server.raw(`/api/swap-offers/${wire.createdTxHash}`)
      expect(byHash).toMatchObject({ status: 200, body: { offer: { offerId: id } } })
      const page = await server.raw(`/p2p/${wire.createdTxHash}`)
      expect([page.status, page.headers.get('location')]).toEqual([302, `/p2p/${id}`])
      const posted = await sent('/api/swap-offers', { ...hintOf(wire), offerId: wire.createdTxHash })
      expect(posted).toMatchObject({ status: 200, body: { success: true, offer: { offerId: id } } })
      const { offers } = await server.api.request('offersByUser', {
        params: { address: wire.creator },
        query: { limit: '100' },
      })
      expect(ids(offers).filter((other) => other === id)).toHaveLength(1)
    })
  })

  describe('when offers are told of before they are mined', () => {
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

  describe('when a hash is not known to anybody', () => {
    it('answers 404 at once for reading, and after the wait for recording', async () => {
      const nobody = `0x${'ab'.repeat(32)}`
      expect(await server.raw(`/api/swap-offers/${nobody}`)).toMatchObject({
        status: 404,
        body: { success: false, field: 'offerId' },
      })
      const wire = await offer(await market.offer())
      const startedMs = performance.now()
      expect((await sent('/api/swap-offers', { ...hintOf(wire), offerId: nobody })).status).toBe(404)
      expect(performance.now() - startedMs).toBeGreaterThan(4_500)
      expect((await sent(`/api/swap-offers/${nobody}`, { isActive: false }, 'PATCH')).status).toBe(404)
    })
  })

  describe('when a browser records its offer', () => {
    it('takes a hundred equal hints at once as one offer', async () => {
      const id = await market.offer()
      const receiptTime = await offer(id)
      const answers = await Promise.all(
        Array.from({ length: 100 }, () => sent('/api/swap-offers', hintOf(receiptTime))),
      )
      expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
      const { offers } = await server.api.request('offersByCreator', { params: { address: receiptTime.creator } })
      expect(ids(offers).filter((other) => other === id)).toHaveLength(1)
    })

    it('warns of a guessed expiry and keeps that of the chain', async () => {
      const wire = await offer(await market.offer())
      const answer = await sent('/api/swap-offers', { ...hintOf(wire), expiresAt: String(Number(wire.expiresAt) + 3) })
      expect(answer).toMatchObject({ status: 200, body: { offer: { expiresAt: wire.expiresAt } } })
      expect(answer.body['warning']).toContain('expiresAt')
    })

    it.each<[string, (wire: WireOffer) => Partial<OfferHint>]>([
      ['creator', () => ({ creator: market.address('carol') })],
      ['recipient', () => ({ recipient: market.address('carol') })],
      ['tokenIdsOffered', () => ({ tokenIdsOffered: ['9999'], tokenIdOffered: '9999', tokenIdA: 9999 })],
      ['tokenIdsRequested', () => ({ tokenIdsRequested: ['9999'], tokenIdRequested: '9999', tokenIdB: 9999 })],
      ['nftContractsRequested', ({ creator }) => ({ nftContractsRequested: [creator], nftContractRequested: creator })],
    ])('answers 409 with the offer as it is where %s is a lie', async (field, lie) => {
      const wire = await offer(await market.offer())
      const answer = await sent('/api/swap-offers', { ...hintOf(wire), ...lie(wire) })
      expect(answer).toMatchObject({ status: 409, body: { success: false, field, offer: wire } })
      expect(await offer(wire.offerId)).toEqual(wire)
    })
  })

  describe('when somebody says that an offer is settled', () => {
    const patch = (offerId: string, body: unknown) => sent(`/api/swap-offers/${offerId}`, body, 'PATCH')

    it('changes nothing for a stranger who claims it closed, and shows the offer as it is', async () => {
      const wire = await offer(await market.offer())
      const claims = [
        { isActive: false },
        { status: 'completed', completedBy: market.address('carol') },
        {
          isActive: false,
          status: 'completed',
          completedBy: market.address('carol'),
          completedAt: new Date().toISOString(),
        },
      ]
      const answers = await Promise.all(claims.map((claim) => patch(wire.offerId, claim)))
      for (const answer of answers) expect(answer).toMatchObject({ status: 409, body: { success: false, offer: wire } })
      expect(await offer(wire.offerId)).toEqual(wire)
    })

    it('takes the completion from the receipt that is named, and from no other', async () => {
      const [mine, other] = [await market.offer(), await market.offer()]
      const receipt = await market.accept(mine)
      const hint = {
        status: 'completed',
        completedBy: market.address('bob'),
        completedTxHash: receipt.transactionHash,
      }
      expect(await patch(other, hint)).toMatchObject({ status: 409, body: { field: 'completedTxHash' } })
      expect(await patch(mine, hint)).toMatchObject({
        status: 200,
        body: { offer: { status: 'completed', completedTxHash: receipt.transactionHash } },
      })
      expect((await offer(other)).isActive).toBe(true)
      expect(await patch(mine, { ...hint, completedBy: market.address('carol') })).toMatchObject({
        status: 409,
        body: { field: 'completedBy' },
      })
    })

    it('accepts that an offer is closed in any way where no transaction is named', async () => {
      const id = await market.offer()
      await market.cancel(id)
      const body = { isActive: false, status: 'completed', completedBy: market.address('alice') }
      expect(await patch(id, body)).toMatchObject({
        status: 200,
        body: { offer: { isActive: false, status: 'cancelled', completedBy: market.address('alice') } },
      })
    })

    it('only reads the offer again for isActive alone', async () => {
      const id = await market.offer()
      expect(await patch(id, { isActive: true })).toMatchObject({ status: 200, body: { offer: { isActive: true } } })
      await market.cancel(id)
      expect(await patch(id, { isActive: true })).toMatchObject({ status: 409, body: { offer: { isActive: false } } })
    })
  })
})

/** What a browser sends of an offer that it has just created. */
function hintOf(wire: WireOffer): OfferHint {
  return {
    offerId: wire.offerId,
    creator: wire.creator,
    recipient: wire.recipient,
    nftContractOffered: wire.nftContractOffered,
    tokenIdOffered: wire.tokenIdOffered,
    nftContractRequested: wire.nftContractRequested,
    tokenIdRequested: wire.tokenIdRequested,
    nftContractsOffered: wire.nftContractsOffered,
    tokenIdsOffered: wire.tokenIdsOffered,
    nftContractsRequested: wire.nftContractsRequested,
    tokenIdsRequested: wire.tokenIdsRequested,
    isActive: true,
    tokenIdA: wire.tokenIdA,
    tokenIdB: wire.tokenIdB,
    expiresAt: wire.expiresAt,
    myNftCount: wire.myNftCount,
    friendNftCount: wire.friendNftCount,
  }
}
