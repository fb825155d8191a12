import { tradeOf } from '@parley/domain'
import { bob } from '@parley/domain/test/givenOffer'
import { offerFromWire, tradeToWire, type WireOffer } from '@parley/protocol'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { offerCardOf, offerPreview } from '../../src/previews/offerCard.ts'
import { tradesCsv } from '../../src/stats/statsHandlers.ts'
import { engines, givenDatabases } from '../given/engines.ts'
import { hintOf, offerNumber } from '../given/offerNumber.ts'
import { openMarket, type Market } from '../given/market.ts'
import { startTestServer, until, type TestServer } from '../given/testServer.ts'

const halfCoin = 5n * 10n ** 17n
/** Every one of the eighteen decimals. */
const oddSum = 1_000_000_000_000_000_001n

let market: Market
beforeAll(async () => {
  market = await openMarket()
})
afterAll(() => market.stop())

describe.each(engines)('given offers with coins and a server over %s', (engine) => {
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

  it('lists an NFT offered for coins, and its completion', async () => {
    const id = await market.offer({ requested: 0, coins: { offeredWei: 0n, requestedWei: oddSum } })
    const wire = await offer(id)
    expect(wire).toMatchObject({
      recipient: market.address('bob'),
      nftContractRequested: null,
      tokenIdRequested: null,
      tokenIdB: null,
      friendNftCount: 0,
      myNftCount: 1,
      coinsOffered: '0',
      coinsRequested: '1000000000000000001',
    })
    expect(offerFromWire(wire)).toMatchObject({ requested: [], coins: { offeredWei: 0n, requestedWei: oddSum } })
    const { offers } = await server.api.request('offersByRecipient', { params: { address: market.address('bob') } })
    expect(offers.map(({ offerId }) => offerId)).toContain(id)
    const { transactionHash } = await market.accept(id)
    expect(await closed(id)).toMatchObject({ status: 'completed', completedTxHash: transactionHash })
  })

  it('lists coins offered for an NFT, and their way home', async () => {
    const id = await market.offer({ offered: 0, coins: { offeredWei: halfCoin, requestedWei: 0n } })
    expect(await offer(id)).toMatchObject({
      nftContractOffered: null,
      myNftCount: 0,
      coinsOffered: String(halfCoin),
      coinsRequested: '0',
    })
    await market.cancel(id)
    expect(await closed(id)).toMatchObject({ status: 'cancelled', completedBy: market.address('alice') })
  })

  it('takes a hint that says the same coins as the chain, and no other', async () => {
    const id = await market.offer({ offered: 2, coins: { offeredWei: 0n, requestedWei: halfCoin } })
    const hint = hintOf(await offer(id))
    const refused = await server.send('POST', '/api/swap-offers', { ...hint, coinsRequested: '1' })
    expect(refused).toMatchObject({ status: 409, body: { field: 'coinsRequested' } })
    expect(await server.send('POST', '/api/swap-offers', hint)).toMatchObject({ status: 200 })
  })
})

describe('given a side of coins', () => {
  const deal = { offered: [], coins: { offeredWei: halfCoin, requestedWei: oddSum } }

  it('has every decimal in the title of a shared link', () => {
    expect(offerPreview(offerNumber(1, deal), [], { nowS: 0, product: 'Parley' }).title).toBe(
      '0.5 AVAX for Unknown Collection #0 + 1.000000000000000001 AVAX · Parley',
    )
  })

  it('is on the link card and in the CSV of trades', () => {
    const card = offerCardOf(offerNumber(1, deal), [], 0)
    expect([card.offered.coins, card.requested.coins]).toEqual(['0.5 AVAX', '1.000000000000000001 AVAX'])
    const csv = tradesCsv([tradeToWire(tradeOf(offerNumber(1, deal)))], [])
    expect(csv).toContain(`,0.5 AVAX,Unknown Collection #0 (${bob}); 1.000000000000000001 AVAX,`)
  })
})
