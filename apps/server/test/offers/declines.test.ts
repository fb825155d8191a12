import { ApiError } from '@parley/protocol'
import { type Browser, openBrowser, signInAs, wallets } from '@parley/testkit'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { type DatabaseEnv, engines, givenDatabases } from '../given/engines.ts'
import { spoil } from '../given/indexTables.ts'
import { openMarket, type Market } from '../given/market.ts'
import { openPage } from '../given/rawClient.ts'
import { startTestServer, until, type TestServer } from '../given/testServer.ts'

let market: Market
beforeAll(async () => {
  market = await openMarket()
})
afterAll(() => market.stop())

const [alice, bob, carol] = [
  wallets.alice.account.address,
  wallets.bob.account.address,
  wallets.carol.account.address,
] as const

describe.each(engines)('given a server over %s', (engine) => {
  const databases = givenDatabases(engine)
  let database: DatabaseEnv
  let server: TestServer
  let creator: Browser
  let recipient: Browser
  beforeAll(async () => {
    // Only intervals: the test decides when old declines are swept.
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    database = await databases.fresh()
    server = await startTestServer(market, database)
    creator = await signInAs(server.url, wallets.alice)
    recipient = await signInAs(server.url, wallets.bob)
  })
  afterAll(async () => {
    await server.stop()
    vi.useRealTimers()
  })

  const newOffer = async (durationS = 86_400) => {
    const offerId = await market.offer({ durationS })
    await until(() => server.offer(offerId))
    return offerId
  }
  const decline = (offerId: string, { by = recipient, as = bob, text = 'Not my taste' } = {}) =>
    by.client.request('declineOffer', { params: { offerId }, query: { as }, body: { reason: 'own-words', text } })
  const declinesOf = async (offerId: string, { client }: Browser, address = alice) =>
    (await client.request('declines', { params: { address } })).declines.filter((one) => one.offerId === offerId)
  const refusal = (request: Promise<unknown>): Promise<unknown> =>
    request.then(
      () => 'answered',
      (error: unknown) => (error instanceof ApiError ? `${error.status} ${error.code}` : error),
    )

  it('tells the creator at once who declined, when and why, and leaves the offer as the chain has it', async () => {
    const offerId = await newOffer()
    const page = await openPage(server.url)
    await until(async () => page.events.length > 0)
    const { decline: answer } = await decline(offerId)
    await until(async () => page.events.some((event) => event.type === 'offer' && event.offerId === offerId))
    page.leave()
    expect(answer).toMatchObject({ offerId, by: bob, reason: 'own-words', text: 'Not my taste', hasText: true })
    expect(Math.abs(answer.at - Date.now() / 1000)).toBeLessThan(30)
    expect(await declinesOf(offerId, creator)).toEqual([answer])
    expect(await declinesOf(offerId, recipient, bob)).toEqual([answer])
    expect(await server.offer(offerId)).toMatchObject({ isActive: true, status: 'active' })
    await market.accept(offerId)
    await until(async () => (await server.offer(offerId))?.status === 'completed')
    expect(await declinesOf(offerId, creator)).toEqual([])
  })

  it('keeps the words for the two parties, and the newest decline of an offer', async () => {
    const offerId = await newOffer()
    await decline(offerId)
    const { decline: second } = await decline(offerId, { text: 'Still not' })
    expect(await declinesOf(offerId, creator)).toEqual([second])
    const strangers = [openBrowser(server.url), await signInAs(server.url, wallets.carol)]
    for (const stranger of strangers) expect(await declinesOf(offerId, stranger)).toEqual([{ ...second, text: '' }])
  })

  it('takes it from the signed-in recipient of an open offer alone', async () => {
    const offerId = await newOffer(60)
    expect(await refusal(decline(offerId, { by: openBrowser(server.url) }))).toBe('401 sign-in-needed')
    expect(await refusal(decline(offerId, { by: creator }))).toBe('401 other-wallet')
    expect(await refusal(decline(offerId, { by: creator, as: alice }))).toBe('404 no-such-offer')
    const third = await signInAs(server.url, wallets.carol)
    expect(await refusal(decline(offerId, { by: third, as: carol }))).toBe('404 no-such-offer')
    expect(await refusal(decline(`0x${'77'.repeat(32)}`))).toBe('404 no-such-offer')
    expect(await refusal(decline(offerId, { text: 'x'.repeat(281) }))).toBe('400 undefined')
    expect(await declinesOf(offerId, creator)).toEqual([])
    await market.wait(61)
    await until(async () => server.indexer.status().head?.number === Number(await market.chain.client.getBlockNumber()))
    expect(await refusal(decline(offerId))).toBe('409 lapsed')
    const cancelled = await newOffer()
    await market.cancel(cancelled)
    await until(async () => (await server.offer(cancelled))?.isActive === false)
    expect(await refusal(decline(cancelled))).toBe('409 closed')
  })

  it('forgets words after ninety days, whether or not another decline comes', async () => {
    const declined = async (agoS: number) => {
      const offerId = await newOffer()
      await decline(offerId)
      const at_s = Math.floor(Date.now() / 1000) - agoS
      await spoil(market, database, (tx) =>
        tx.updateTable('declines').set({ at_s }).where('offer_id', '=', offerId).execute(),
      )
      return offerId
    }
    const [old, kept] = [await declined(90 * 86_400 + 60), await declined(90 * 86_400 - 600)]
    expect(await declinesOf(old, creator)).toHaveLength(1)
    vi.advanceTimersByTime(60_000)
    await until(async () => (await declinesOf(old, creator)).length === 0)
    expect(await declinesOf(kept, creator)).toHaveLength(1)
  })
})
