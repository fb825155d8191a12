import type { OfferHint, WireOffer } from '@parley/protocol'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { engines, givenDatabases } from '../given/engines.ts'
import { hintOf } from '../given/offerNumber.ts'
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

  const offer = (offerId: string): Promise<WireOffer> => until(() => server.offer(offerId))
  const ids = (offers: readonly WireOffer[]) => offers.map(({ offerId }) => offerId)

  describe('when a hash is unknown', () => {
    it('answers 404 at once for reading, and after the wait for recording', async () => {
      const nobody = `0x${'ab'.repeat(32)}`
      expect(await server.raw(`/api/swap-offers/${nobody}`)).toMatchObject({
        status: 404,
        body: { success: false, field: 'offerId' },
      })
      const wire = await offer(await market.offer())
      const startedMs = performance.now()
      expect((await server.send('POST', '/api/swap-offers', { ...hintOf(wire), offerId: nobody })).status).toBe(404)
      expect(performance.now() - startedMs).toBeGreaterThan(4_500)
      expect((await server.send('PATCH', `/api/swap-offers/${nobody}`, { isActive: false })).status).toBe(404)
    })
  })

  describe('when a browser records its offer', () => {
    it('takes a hundred equal hints at once as one offer', async () => {
      const id = await market.offer()
      const receiptTime = await offer(id)
      const answers = await Promise.all(
        Array.from({ length: 100 }, () => server.send('POST', '/api/swap-offers', hintOf(receiptTime))),
      )
      expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
      const { offers } = await server.api.request('offersByCreator', { params: { address: receiptTime.creator } })
      expect(ids(offers).filter((other) => other === id)).toHaveLength(1)
    })

    it('warns of a guessed expiry and keeps that of the chain', async () => {
      const wire = await offer(await market.offer())
      const answer = await server.send('POST', '/api/swap-offers', {
        ...hintOf(wire),
        expiresAt: String(Number(wire.expiresAt) + 3),
      })
      expect(answer).toMatchObject({ status: 200, body: { offer: { expiresAt: wire.expiresAt } } })
      expect(answer.body['warning']).toContain('expiresAt')
    })

    it('says which it is where the browser has it open and the chain closed, or the other way round', async () => {
      const wire = await offer(await market.offer())
      const record = (isActive: boolean) => server.send('POST', '/api/swap-offers', { ...hintOf(wire), isActive })
      expect((await record(false)).body['warning']).toBe('the offer is open on the chain')
      await market.cancel(wire.offerId)
      await until(async () => !(await offer(wire.offerId)).isActive)
      expect((await record(true)).body['warning']).toBe('the offer is closed on the chain')
    })

    it.each<[string, (wire: WireOffer) => Partial<OfferHint>]>([
      ['creator', () => ({ creator: market.address('carol') })],
      ['recipient', () => ({ recipient: market.address('carol') })],
      ['tokenIdsOffered', () => ({ tokenIdsOffered: ['9999'], tokenIdOffered: '9999', tokenIdA: 9999 })],
      ['tokenIdsRequested', () => ({ tokenIdsRequested: ['9999'], tokenIdRequested: '9999', tokenIdB: 9999 })],
      ['nftContractsRequested', ({ creator }) => ({ nftContractsRequested: [creator], nftContractRequested: creator })],
    ])('answers 409 with the offer as it is where %s is a lie', async (field, lie) => {
      const wire = await offer(await market.offer())
      const answer = await server.send('POST', '/api/swap-offers', { ...hintOf(wire), ...lie(wire) })
      expect(answer).toMatchObject({ status: 409, body: { success: false, field, offer: wire } })
      expect(await offer(wire.offerId)).toEqual(wire)
    })
  })

  describe('when a client reports a settlement', () => {
    const patch = (offerId: string, body: unknown) => server.send('PATCH', `/api/swap-offers/${offerId}`, body)

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
