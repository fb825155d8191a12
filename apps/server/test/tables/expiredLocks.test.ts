import { tableLapseS, tableTextKeptS } from '@parley/domain'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { type DatabaseEnv, engines, givenDatabases } from '../given/engines.ts'
import { spoil } from '../given/indexTables.ts'
import { openMarket, type Market } from '../given/market.ts'
import { agreeOnOne, at, type Member, refusalOf, serveTwo, terms } from '../given/tables.ts'
import { type TestServer, until } from '../given/testServer.ts'

/** Longer than a test takes on any machine. */
const marginS = 3_600

let market: Market
beforeAll(async () => {
  market = await openMarket()
})
afterAll(() => market.stop())

describe.each(engines)('given tables whose offer has expired, over %s', (engine) => {
  const databases = givenDatabases(engine)
  let database: DatabaseEnv
  let server: TestServer
  let alice: Member
  let bob: Member
  beforeAll(async () => {
    // Only intervals: the tests decide when tables are swept.
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    database = await databases.fresh()
    ;({ server, alice, bob } = await serveTwo(market, database))
  })
  afterAll(async () => {
    await server.stop()
    vi.useRealTimers()
  })

  const agree = () => agreeOnOne(market, { alice, bob }, 5)
  const offer = (...[from, give, want]: Parameters<Market['offerOf']>) => market.offerOf(from, give, want, 300)

  /** An expired offer of five minutes, still in the escrow. */
  async function expired() {
    const game = await agree()
    const offerId = await offer('alice', [game.give], [game.want])
    await until(async () => (await game.hers.read()).lock?.status === 'active')
    expect((await game.hers.read()).lock?.expiresAt).toBe(Number((await server.offer(offerId))?.expiresAt))
    expect(await refusalOf(game.his.lay(1, terms({ guest: [game.want] })))).toBe('409 locked')
    await market.wait(301)
    await server.indexer.catchUp()
    return { ...game, offerId }
  }

  it('takes changes again once its offer has expired, and does not fall back to it', async () => {
    const { his, hers, want, give, offerId } = await expired()
    const changed = await his.lay(1, terms({ opener: [give], guest: [want], openerWei: 5n, durationMinutes: 5 }))
    expect(changed).toMatchObject({ lock: null, state: 'proposed', version: { number: 2 } })
    // Something else of the two, which makes the server look for offers of their tables.
    const small = await offer('bob', [await market.mint('bob')], [await market.mint('alice')])
    await market.cancel(small, 'bob')
    await until(async () => (await server.offer(small))?.status === 'cancelled')
    expect(await refusalOf(at(alice, changed.tableId).lock(2, offerId))).toBe('409 not-agreed')
    expect(await hers.read()).toMatchObject({ lock: null, version: { number: 2 } })
  })

  it('is locked in again by the same terms after the expired offer was taken back', async () => {
    const { hers, offerId, give, want } = await expired()
    expect(await hers.read()).toMatchObject({ lock: { offerId, status: 'active' }, state: 'agreed' })
    await market.recover(offerId)
    await until(async () => (await hers.read()).lock?.status === 'cancelled')
    const second = await offer('alice', [give], [want])
    await until(async () => (await hers.read()).lock?.offerId === second)
  })

  it('lapses after its offer has expired, and its text goes ninety days later, with the offer still in escrow', async () => {
    const aged = async (agoS: number) => {
      const { tableId, hers, his, offerId } = await expired()
      await his.say('words that go')
      await spoil(market, database, async (tx) => {
        const longAgoS = tableLapseS + tableTextKeptS + 1_000_000
        await tx
          .updateTable('tables')
          .set((eb) => ({ changed_at_s: eb('changed_at_s', '-', longAgoS), open_key: null }))
          .where('id', '=', tableId)
          .execute()
        await tx
          .updateTable('offers')
          .set({ expires_at_s: Math.floor(Date.now() / 1000) - agoS })
          .where('id', '=', offerId)
          .execute()
      })
      return {
        hers,
        his,
        hasText: async () => (await hers.read()).log.some((one) => one.kind === 'note' && one.text === 'words that go'),
      }
    }
    const keptS = tableLapseS + tableTextKeptS
    const [young, old] = [await aged(keptS - marginS), await aged(keptS + marginS)]
    const waiting = await aged(tableLapseS - marginS)
    expect((await young.hers.read()).state).toBe('lapsed')
    expect(await refusalOf(young.his.say('still here?'))).toBe('409 lapsed')
    expect((await waiting.hers.read()).state).toBe('agreed')
    vi.advanceTimersByTime(60_000)
    await until(async () => !(await old.hasText()))
    expect([await young.hasText(), await waiting.hasText()]).toEqual([true, true])
    expect(await waiting.his.say('still here')).toMatchObject({ lock: { status: 'active' } })
  })
})
