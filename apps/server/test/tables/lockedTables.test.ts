import { tableLapseS, tableTextKeptS } from '@parley/domain'
import type { WireEntry } from '@parley/protocol'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { type DatabaseEnv, engines, givenDatabases } from '../given/engines.ts'
import { findEnded } from '../../src/tables/tableStore.ts'
import { spoil } from '../given/indexTables.ts'
import { openMarket, type Market } from '../given/market.ts'
import { agreeOnOne, at, type Member, open, openTablePage, refusalOf, serveTwo, terms } from '../given/tables.ts'
import { type TestServer, until } from '../given/testServer.ts'

/** Longer than a test takes on any machine. */
const marginS = 3_600

let market: Market
beforeAll(async () => {
  market = await openMarket()
})
afterAll(() => market.stop())

describe.each(engines)('given tables that were agreed on, over %s', (engine) => {
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

  const agree = () => agreeOnOne(market, { alice, bob })
  const offer = (...deal: Parameters<Market['offerOf']>) => market.offerOf(...deal)

  it('finds the offer with the agreed terms in the index, and refuses other terms while it is open', async () => {
    const { tableId, hers, his, give, want } = await agree()
    const page = await openTablePage(bob, tableId)
    const offerId = await offer('alice', [give], [want])
    await until(async () => page.head()?.lock?.status === 'active')
    expect(page.events.findLast(({ type }) => type === 'table')).toMatchObject({
      table: { lock: { offerId } },
      log: [{ kind: 'locked', by: 'opener', offerId }],
    })
    const moves = [
      his.lay(1, terms({ guest: [want] })),
      hers.tick(1, false),
      his.decline(1),
      hers.withdraw(1),
      hers.pass(1, 'guest'),
    ]
    expect(await Promise.all(moves.map(refusalOf))).toEqual(moves.map(() => '409 locked'))
    expect(await hers.say('done')).toMatchObject({ state: 'agreed' })
    await market.accept(offerId)
    await until(async () => page.head()?.lock?.status === 'completed')
    expect(page.head()).toMatchObject({ state: 'agreed', lock: { offerId, status: 'completed' } })
    expect(await refusalOf(his.say('thank you'))).toBe('409 closed')
    // It is over, so the two may begin another one.
    expect((await open(bob, alice, terms({}))).tableId).not.toBe(tableId)
    page.leave()
  })

  it('is locked in by what both agreed last, though the other has laid down something else before it was mined', async () => {
    const { tableId, hers, his, give, want } = await agree()
    await his.lay(1, terms({ opener: [give], guest: [want], openerWei: 5n }), { isReady: true })
    // Only exactly the agreed terms: she had signed them already.
    await offer('alice', [await market.mint('alice')], [await market.mint('bob')])
    const offerId = await offer('alice', [give], [want])
    const locked = await until(async () => {
      const table = await hers.read()
      return table.lock && table
    })
    expect(locked).toMatchObject({
      lock: { offerId, status: 'active' },
      agreed: { number: 1 },
      version: { number: 3, by: 'opener', deal: { opener: { wei: '0' } } },
      ready: { opener: true, guest: false },
    })
    expect(locked.log.slice(-3)).toMatchObject([
      { kind: 'version', version: 3 },
      { kind: 'ready', version: 3 },
      { kind: 'locked', version: 3, offerId },
    ])
    expect(await refusalOf(at(bob, tableId).tick(3))).toBe('409 locked')
  })

  it('can be locked in again after its offer was cancelled', async () => {
    const { hers, his, give, want } = await agree()
    const first = await offer('alice', [give], [want])
    await until(async () => (await hers.read()).lock?.offerId === first)
    await market.cancel(first)
    await until(async () => (await hers.read()).lock?.status === 'cancelled')
    const second = await offer('alice', [give], [want])
    await until(async () => (await his.read()).lock?.offerId === second)
    await market.cancel(second)
    await until(async () => (await hers.read()).lock?.status === 'cancelled')
    expect(await his.lay(1, terms({ guest: [want], openerWei: 1n }))).toMatchObject({ state: 'proposed', lock: null })
  })

  it('lapses two weeks after its offer was cancelled, however long that was open, and its text goes ninety days later', async () => {
    const { tableId, hers, his, give, want } = await agree()
    await his.say('words that go')
    const offerId = await offer('alice', [give], [want])
    await until(async () => (await hers.read()).lock?.offerId === offerId)
    await market.cancel(offerId)
    await until(async () => (await hers.read()).lock?.status === 'cancelled')
    const cancelled = (agoS: number) =>
      spoil(market, database, async (tx) => {
        const endS = Math.floor(Date.now() / 1000) - agoS
        await tx
          .updateTable('tables')
          .set({ changed_at_s: endS - 10 * tableLapseS })
          .where('id', '=', tableId)
          .execute()
        const times = { settled_at_s: endS, expires_at_s: endS + 3_600 }
        await tx.updateTable('offers').set(times).where('id', '=', offerId).execute()
      })
    const hasText = async () => (await hers.read()).log.some((entry) => isText(entry, 'words that go'))
    await cancelled(tableLapseS - marginS)
    expect(await hers.read()).toMatchObject({ state: 'agreed', lock: { status: 'cancelled' } })
    await cancelled(tableLapseS + 60)
    expect((await hers.read()).state).toBe('lapsed')
    expect(await refusalOf(his.say('still here?'))).toBe('409 lapsed')
    const ended = async () => {
      let ids: string[] = []
      await spoil(market, database, async (tx) => {
        ids = await findEnded(tx, { nowS: Math.floor(Date.now() / 1000), limit: 100 })
      })
      return ids.includes(tableId)
    }
    await cancelled(tableLapseS + tableTextKeptS - marginS)
    expect(await ended()).toBe(false)
    await cancelled(tableLapseS + tableTextKeptS + 60)
    expect(await ended()).toBe(true)
    expect(await hasText()).toBe(true)
    vi.advanceTimersByTime(60_000)
    await until(async () => !(await hasText()))
    await cancelled(0)
    expect(await his.say('still here')).toMatchObject({ state: 'agreed' })
  })

  it('believes a page that names the offer only as far as the index bears it out', async () => {
    const early = await market.offer()
    // An offer that is asked for may be found before its block is indexed, and would then count as newer.
    await server.indexer.catchUp()
    const { tableId, hers, his, give, want } = await agree()
    const ofOthers = await market.offer({ from: 'carol', to: 'bob' })
    for (const [id, code] of [
      [early, '409 other-offer'],
      [ofOthers, '409 other-offer'],
      [`0x${'9'.repeat(64)}`, '404 no-such-offer'],
    ] as const)
      expect(await refusalOf(hers.lock(1, id))).toBe(code)
    expect((await hers.read()).lock).toBeNull()
    // Other terms lock nothing in (decision N3).
    const different = await offer('bob', [await market.mint('bob')], [await market.mint('alice')])
    await server.indexer.catchUp()
    expect(await refusalOf(his.lock(1, different))).toBe('409 other-offer')
    const exact = await offer('alice', [give], [want])
    await until(async () => (await hers.lock(1, exact).catch(() => null))?.lock?.offerId === exact)
    expect(await refusalOf(hers.lock(1, different))).toBe('409 other-offer')
    expect((await at(alice, tableId).lock(1, exact)).log.filter(({ kind }) => kind === 'locked')).toHaveLength(1)
  })

  it('leaves a table alone whose two make an offer on other terms, open, accepted or of either', async () => {
    const { tableId, hers, his, give, want } = await agree()
    const before = { ...(await hers.read()), seen: expect.anything() }
    const small = await offer('bob', [await market.mint('bob')], [await market.mint('alice')])
    const decoy = await offer('alice', [await market.mint('alice')], [want])
    const more = await offer('alice', [give, await market.mint('alice')], [await market.mint('bob')])
    await market.accept(decoy, 'bob')
    await server.indexer.catchUp()
    for (const offerId of [small, decoy, more]) await until(() => server.offer(offerId))
    // One more of theirs: once it is indexed, the others are too.
    await market.cancel(small, 'bob')
    await until(async () => (await server.offer(small))?.status === 'cancelled')
    expect(await hers.read()).toEqual(before)
    // Neither is it locked, nor over.
    expect(await his.tick(1, false)).toMatchObject({ state: 'proposed', lock: null, tableId })
  })

  it('locks in the one of two agreed tables whose terms the offer has, and leaves the other', async () => {
    const [first, second] = [await market.offer(), await market.offer()]
    await server.indexer.catchUp()
    const agreeOn = async (counters: `0x${string}`) => {
      const [give, want] = [await market.mint('alice'), await market.mint('bob')]
      const deal = terms({ opener: [want], guest: [give] })
      const { tableId } = await open(bob, alice, deal, { counters })
      await at(alice, tableId).tick(2)
      return { tableId, give, want }
    }
    const [one, other] = [await agreeOn(first), await agreeOn(second)]
    expect(one.tableId).not.toBe(other.tableId)
    const [read, readOther] = [one, other].map(
      ({ tableId }) =>
        () =>
          at(alice, tableId).read(),
    )
    const untouched = { ...(await readOther?.()), seen: expect.anything() }
    const offerId = await offer('alice', [one.give], [one.want])
    await until(async () => (await read?.())?.lock?.offerId === offerId)
    expect(await readOther?.()).toEqual(untouched)
    await market.accept(offerId, 'bob')
    await until(async () => (await read?.())?.lock?.status === 'completed')
    expect(await readOther?.()).toEqual(untouched)
    const last = await offer('alice', [other.give], [other.want])
    await until(async () => (await readOther?.())?.lock?.offerId === last)
    expect((await read?.())?.lock).toMatchObject({ offerId, status: 'completed' })
  })

  it('takes no offer once it was left', async () => {
    const { tableId, hers, his } = await agree()
    await hers.leave()
    // Closed long ago.
    await spoil(market, database, (tx) =>
      tx
        .updateTable('tables')
        .set((eb) => ({ changed_at_s: eb('changed_at_s', '-', 1_000) }))
        .where('id', '=', tableId)
        .execute(),
    )
    const before = await his.read()
    const offerId = await offer('bob', [await market.mint('bob')], [await market.mint('alice')])
    await server.indexer.catchUp()
    expect(await refusalOf(his.lock(1, offerId))).toBe('409 closed')
    expect(await his.read()).toEqual(before)
  })

  it('stays when the index is dropped and built again', async () => {
    const { hers, give, want } = await agree()
    const offerId = await offer('alice', [give], [want])
    const before = await until(async () => {
      const table = await hers.read()
      return table.lock?.offerId === offerId && table
    })
    await server.stop()
    await spoil(market, database, async (tx) => {
      await tx
        .updateTable('chain_identity')
        .set({ genesis_hash: `0x${'0'.repeat(64)}` })
        .execute()
    })
    ;({ server, alice, bob } = await serveTwo(market, database))
    // Until then the old index still answers for the offer.
    await until(async () => server.log.some((line) => line.includes('The index is dropped')))
    // The chain may answer for the offer before the index has it.
    const after = await until(async () => {
      const table = await at(alice, before.tableId).read()
      return table.lock?.expiresAt ? table : null
    })
    expect(after).toEqual({ ...before, seen: expect.anything() })
  })

  it('is joined with an offer that a killed server had indexed and no more', async () => {
    const { tableId, hers, give, want } = await agree()
    const offerId = await offer('alice', [give], [want])
    const before = await until(async () => {
      const table = await hers.read()
      return table.lock?.offerId === offerId && table
    })
    await server.stop()
    await spoil(market, database, async (tx) => {
      const atTable = tx.deleteFrom('table_entries').where('table_id', '=', tableId)
      await atTable.where('n', '=', before.entries).execute()
      const unjoined = { offer_id: null, entries: before.entries - 1 }
      await tx.updateTable('tables').set(unjoined).where('id', '=', tableId).execute()
    })
    ;({ server, alice, bob } = await serveTwo(market, database))
    await until(async () => (await at(alice, tableId).read()).lock?.offerId === offerId)
    expect((await at(alice, tableId).read()).log.at(-1)).toMatchObject({ kind: 'locked', by: 'opener', offerId })
  })

  it('lapses after fourteen days, and its text goes ninety days later, or after one has left', async () => {
    const aged = async (bySeconds: number) => {
      const { tableId, hers, his, give, want } = await agree()
      for (const version of [2, 3]) await hers.lay(version - 1, terms({ opener: [give], openerWei: BigInt(version) }))
      await his.lay(3, terms({ guest: [want] }), { isReady: true, note: 'my last' })
      await hers.say('words that go')
      await spoil(market, database, (tx) =>
        tx
          .updateTable('tables')
          .set((eb) => ({ changed_at_s: eb('changed_at_s', '-', bySeconds), open_key: null, closed_at_s: null }))
          .where('id', '=', tableId)
          .execute(),
      )
      return { hers, his }
    }
    const closed = async (bySeconds: number) => {
      const { tableId, hers, his } = await agree()
      await his.say('words that go')
      await his.leave()
      await spoil(market, database, (tx) =>
        tx
          .updateTable('tables')
          .set((eb) => ({
            changed_at_s: eb('changed_at_s', '-', bySeconds),
            closed_at_s: eb('closed_at_s', '-', bySeconds),
          }))
          .where('id', '=', tableId)
          .execute(),
      )
      return async () => (await hers.read()).log.some((entry) => isText(entry, 'words that go'))
    }
    const [young, ended] = [await closed(tableTextKeptS - marginS), await closed(tableTextKeptS + marginS)]
    const keptS = tableLapseS + tableTextKeptS
    const [kept, old] = [await aged(keptS - marginS), await aged(keptS + marginS)]
    expect(await kept.hers.read()).toMatchObject({ state: 'lapsed' })
    expect(await refusalOf(kept.his.say('still here?'))).toBe('409 lapsed')
    const lastOf = async ({ hers }: typeof kept) => (await hers.read()).log.at(-1)
    expect(await lastOf(old)).toMatchObject({ kind: 'note', text: 'words that go' })
    vi.advanceTimersByTime(60_000)
    await until(async () => !isText(await lastOf(old), 'words that go'))
    await until(async () => !(await ended()))
    expect(await young()).toBe(true)
    // What both agreed last, and the last version.
    const { log, entries } = await old.hers.read()
    expect(log.map((entry) => [entry.n, entry.kind, 'version' in entry && entry.version])).toEqual([
      [1, 'version', 1],
      [2, 'ready', 1],
      [3, 'ready', 1],
      [4, 'agreed', 1],
      [5, 'version', 4],
    ])
    expect(entries).toBe(5)
    expect(log.at(-1)).toMatchObject({ note: '' })
    expect(await lastOf(kept)).toMatchObject({ text: 'words that go' })
  })

  it('has its text for ninety days from the swap, and as long as its offer is open', async () => {
    /** The last move is older than any text is kept for. */
    const settled = async (agoS: number | null) => {
      const { tableId, hers, his, give, want } = await agree()
      await his.say('words that go')
      const offerId = await offer('alice', [give], [want])
      const isLocked = async (status: string) => (await hers.read()).lock?.status === status
      await until(() => isLocked('active'))
      if (agoS !== null) {
        await market.accept(offerId, 'bob')
        await until(() => isLocked('completed'))
      }
      await spoil(market, database, async (tx) => {
        const byS = tableLapseS + tableTextKeptS + 60
        await tx
          .updateTable('tables')
          .set((eb) => ({ changed_at_s: eb('changed_at_s', '-', byS) }))
          .where('id', '=', tableId)
          .execute()
        if (agoS !== null)
          await tx
            .updateTable('offers')
            .set({ settled_at_s: Math.floor(Date.now() / 1000) - agoS })
            .where('id', '=', offerId)
            .execute()
      })
      const hasText = async () => (await hers.read()).log.some((entry) => isText(entry, 'words that go'))
      return { hers, hasText }
    }
    const [young, old] = [await settled(tableTextKeptS - marginS), await settled(tableTextKeptS + marginS)]
    const waiting = await settled(null)
    vi.advanceTimersByTime(60_000)
    await until(async () => !(await old.hasText()))
    expect(await young.hasText()).toBe(true)
    expect(await waiting.hasText()).toBe(true)
    // It has not lapsed, so people can still talk, and leave.
    expect(await waiting.hers.say('are you still there?')).toMatchObject({ lock: { status: 'active' } })
  })
})

function isText(entry: WireEntry | undefined, text: string): boolean {
  return entry?.kind === 'note' && entry.text === text
}
