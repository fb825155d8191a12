import type { Nft } from '@parley/domain'
import { offerVoiceRoom, tableEventsPath, tableVoiceRoom } from '@parley/protocol'
import { VoiceGuest } from '@parley/testkit'
import { sql } from 'kysely'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { createPresence } from '../../src/tables/presence.ts'
import { type DatabaseEnv, engines, givenDatabases } from '../given/engines.ts'
import { openBeside, spoil } from '../given/indexTables.ts'
import { openMarket, type Market } from '../given/market.ts'
import { startServerProcess } from '../given/serverProcess.ts'
import { at, type Member, open, openTablePage, send, serveTwo, signIn, terms } from '../given/tables.ts'
import { startTestServer, type TestServer, until } from '../given/testServer.ts'
import { sit } from '../given/voicePages.ts'

let market: Market
let ofAlice: Nft
let ofBob: Nft
beforeAll(async () => {
  market = await openMarket()
  ofAlice = await market.mint('alice')
  ofBob = await market.mint('bob')
})
afterAll(() => market.stop())

const swap = (guestWei = 0n) => terms({ opener: [ofAlice], guest: [ofBob], guestWei })

describe.each(engines)('given open pages of two people, over %s', (engine) => {
  const databases = givenDatabases(engine)
  let database: DatabaseEnv
  let server: TestServer
  let alice: Member
  let bob: Member
  let tableId: string
  beforeAll(async () => {
    database = await databases.fresh()
    ;({ server, alice, bob } = await serveTwo(market, database, { WRITES_PER_MINUTE: '60' }))
    ;({ tableId } = await open(alice, bob, swap()))
  })
  afterAll(() => server.stop())

  it('tells both of every change, each line of the log once and in order', async () => {
    const pages = [await openTablePage(alice, tableId), await openTablePage(bob, tableId), await openTablePage(bob)]
    expect(pages.map(({ events }) => events[0])).toMatchObject([
      { type: 'hello', table: { tableId, entries: 2, log: [{ n: 1 }, { n: 2 }] }, here: { opener: true } },
      { type: 'hello', table: { tableId }, here: { opener: true, guest: true } },
      { type: 'hello' },
    ])
    const [hers, his] = [at(alice, tableId), at(bob, tableId)]
    await Promise.all(Array.from({ length: 20 }, (_, index) => (index % 2 ? hers : his).say(`line ${index}`)))
    for (const page of pages) {
      await until(async () => page.head()?.entries === 22)
      const told = page.events.flatMap((event) => (event.type === 'table' ? event.log.map(({ n }) => n) : []))
      expect(told).toEqual(Array.from({ length: 20 }, (_, index) => 3 + index))
      page.leave()
    }
  })

  it('tells a third wallet nothing of it, whatever that one listens to', async () => {
    const carol = await signIn(server.url, 'carol')
    expect((await openTablePage(carol, tableId)).status).toBe(404)
    const [hers, his] = [await openTablePage(alice, tableId), await openTablePage(bob, tableId)]
    const stranger = await openTablePage(carol)
    await at(alice, tableId).say('between us')
    const { version } = await at(bob, tableId).lay(1, swap(5n))
    await at(alice, tableId).tick(version.number)
    for (const page of [hers, his]) await until(async () => page.head()?.ready.opener)
    // Her own table comes after all of that.
    const own = await open(alice, carol, terms({ opener: [ofAlice], guestWei: 1n }))
    await until(async () => stranger.events.some((event) => event.type === 'table'))
    const told = stranger.events.flatMap((event) => (event.type === 'table' ? event.table.tableId : []))
    expect(new Set(told)).toEqual(new Set([own.tableId]))
    expect(JSON.stringify(stranger.events)).not.toContain(tableId)
    for (const page of [hers, his, stranger]) page.leave()
  })

  it('says who is here while any of their pages is open', async () => {
    const watching = await openTablePage(alice, tableId)
    await until(async () => watching.here()?.guest === false)
    const [one, other] = [await openTablePage(bob, tableId), await openTablePage(bob, tableId)]
    await until(async () => watching.here()?.guest === true)
    one.leave()
    await one.ended
    const list = await openTablePage(bob)
    other.leave()
    await until(async () => watching.here()?.guest === false)
    const last = watching.events.findLast((event) => event.type === 'presence')
    expect(last).toMatchObject({ seen: { guest: expect.any(Number) } })
    for (const page of [list, watching]) page.leave()
  })

  it.each(['left', 'blocked'] as const)(
    'says no one is here once a table was %s, though its pages stay open',
    async (how) => {
      const carol = await signIn(server.url, 'carol')
      const { tableId: hers } = await open(carol, alice, terms({ guest: [ofAlice], openerWei: 1n }))
      const [stays, leaves] = [await openTablePage(alice, hers), await openTablePage(carol, hers)]
      await until(async () => stays.here()?.opener && stays.here()?.guest)
      if (how === 'left') await at(carol, hers).leave()
      else await carol.api.request('changeInbound', { query: carol.as, body: { block: alice.address } })
      for (const page of [stays, leaves])
        await until(async () => page.here()?.opener === false && page.here()?.guest === false)
      const seen = { opener: 1, guest: 1 }
      await spoil(market, database, (tx) =>
        tx.updateTable('tables').set({ opener_seen_s: 1, guest_seen_s: 1 }).where('id', '=', hers).execute(),
      )
      const again = await openTablePage(carol, hers)
      expect(again.events[0]).toMatchObject({ type: 'hello', here: { opener: false, guest: false } })
      for (const page of [stays, leaves, again]) page.leave()
      await Promise.all([stays, leaves, again].map(({ ended }) => ended))
      // Seats are given up in silence, and don't count as last seen.
      const later = await openTablePage(carol, hers)
      // Outside of a transaction, which would see the same rows again and again.
      const db = await openBeside(market, database)
      await until(async () => {
        const rows = await db.read.selectFrom('table_presence').select('seat').where('table_id', '=', hers).execute()
        return rows.length === 0
      })
      await db.close()
      expect((await at(carol, hers).read()).seen).toEqual(seen)
      later.leave()
      await carol.api.request('changeInbound', { query: carol.as, body: { unblock: alice.address } })
    },
  )

  it('ends with the session, in words, and is not to be had again', async () => {
    const elsewhere = await signIn(server.url, 'bob')
    const page = await openTablePage(elsewhere, tableId)
    const staying = await openTablePage(alice, tableId)
    await bob.api.request('signOut', { body: { everywhere: true } })
    expect(await page.ended).toBe('ended')
    expect(page.events.at(-1)).toEqual({ type: 'signed-out' })
    expect((await openTablePage(elsewhere, tableId)).status).toBe(401)
    await until(async () => staying.here()?.guest === false)
    bob = await signIn(server.url, 'bob')
    staying.leave()
  })

  it('greets without the table where its log is too long for a slow page', async () => {
    const long = 'x'.repeat(280)
    await spoil(market, database, async (tx) => {
      const { entries } = await tx
        .selectFrom('tables')
        .select('entries')
        .where('id', '=', tableId)
        .executeTakeFirstOrThrow()
      const lines = Array.from({ length: 600 }, (_, index) => ({
        table_id: tableId,
        n: entries + index + 1,
        entry: JSON.stringify({ n: entries + index + 1, kind: 'note', by: 'guest', at: 1, text: '' }),
        text: long,
      }))
      await tx.insertInto('table_entries').values(lines).execute()
      await tx
        .updateTable('tables')
        .set({ entries: entries + 600 })
        .where('id', '=', tableId)
        .execute()
    })
    const page = await openTablePage(bob, tableId)
    expect(page.events[0]).toEqual({ type: 'hello', here: expect.anything(), inbox: { unread: 1, needsYou: 1 } })
    expect((await at(bob, tableId).read()).log.at(-1)).toMatchObject({ kind: 'note', text: long })
    page.leave()
  })

  it('limits how often a wallet sits down and gets up again', async () => {
    const outcomes: (number | undefined)[] = []
    // Rates refill with time, and a slow machine gives them some. Stopped where it is: buckets know earlier moments.
    const clock = vi.spyOn(performance, 'now').mockReturnValue(performance.now())
    try {
      for (let index = 0; index < 70 && outcomes.at(-1) !== 429; index += 1) {
        const page = await openTablePage(bob, tableId)
        outcomes.push(page.status)
        page.leave()
      }
    } finally {
      clock.mockRestore()
    }
    expect(outcomes.at(-1)).toBe(429)
    expect(outcomes.length).toBeGreaterThan(20)
  })

  it('refuses more pages of a wallet than a person has', async () => {
    const pages = await Promise.all(Array.from({ length: 20 }, () => openTablePage(alice)))
    expect(await send(alice, 'GET', `${tableEventsPath}?as=${alice.address}`)).toMatchObject({ status: 429 })
    for (const page of pages) page.leave()
  })
})

describe('given two servers that share a PostgreSQL database', () => {
  const databases = givenDatabases('postgres')
  let database: DatabaseEnv
  const servers: TestServer[] = []
  let alice: Member
  let bob: Member
  let tableId: string
  beforeAll(async () => {
    // Only intervals: the test decides when leases are looked at.
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    database = await databases.fresh()
    const [one, other] = [await startTestServer(market, database), await startTestServer(market, database)]
    servers.push(one, other)
    alice = await signIn(one.url, 'alice')
    bob = await signIn(other.url, 'bob')
    ;({ tableId } = await open(alice, bob, swap()))
  })
  afterAll(async () => {
    for (const server of servers) await server.stop()
    vi.useRealTimers()
  })

  it('tells the pages of either what happens at the other', async () => {
    const [hers, his] = [await openTablePage(alice, tableId), await openTablePage(bob, tableId)]
    await until(async () => hers.here()?.guest === true)
    expect(his.here()).toEqual({ opener: true, guest: true })
    const laid = await Promise.all(
      [alice, bob].map((member, index) =>
        at(member, tableId)
          .lay(1, swap(BigInt(index + 1)))
          .catch(() => null),
      ),
    )
    expect(laid.filter((table) => table !== null)).toHaveLength(1)
    for (const page of [hers, his]) await until(async () => page.head()?.version.number === 2)
    expect(hers.head()).toEqual(his.head())
    his.leave()
    await until(async () => hers.here()?.guest === false)
    hers.leave()
  })

  it('ends a session everywhere, whichever server hears of the sign-out', async () => {
    const [here, there] = [await signIn(alice.url, 'bob'), await signIn(bob.url, 'bob')]
    const page = await openTablePage(there, tableId)
    await here.api.request('signOut', { body: { everywhere: true } })
    expect(await page.ended).toBe('ended')
    expect(page.events.at(-1)).toEqual({ type: 'signed-out' })
    expect((await openTablePage(there, tableId)).status).toBe(401)
    bob = await signIn(bob.url, 'bob')
  })

  it('ends a call at one of them by a block at the other', async () => {
    const carol = await signIn(bob.url, 'carol')
    const hers = await open(carol, alice, terms({ guest: [ofAlice], openerWei: 1n }))
    const inCall = await VoiceGuest.arrive(alice.url, alice.browser.headers())
    expect(await sit(inCall, tableVoiceRoom(hers.tableId), alice.as)).toMatchObject({ ok: true })
    await carol.api.request('changeInbound', { query: carol.as, body: { block: alice.address } })
    await inCall.gone()
    inCall.leave()
  })

  it('ends the call of an offer at one of them by a block at the other, and lets neither call again', async () => {
    const offerId = await market.offer({ from: 'alice', to: 'bob' })
    for (const server of servers) await until(() => server.offer(offerId))
    const roomId = offerVoiceRoom(offerId)
    const arrive = ({ url, browser }: Member) => VoiceGuest.arrive(url, browser.headers())
    const [hers, his] = [await arrive(alice), await arrive(bob)]
    expect(await sit(hers, roomId, alice.as)).toMatchObject({ ok: true, people: 0 })
    expect(await sit(his, roomId, bob.as)).toMatchObject({ ok: true, people: 1 })
    await bob.api.request('changeInbound', { query: bob.as, body: { block: alice.address } })
    await Promise.all([hers.gone(), his.gone()])
    for (const member of [alice, bob]) {
      const again = await arrive(member)
      expect(await sit(again, roomId, member.as)).toEqual({ ok: false, refusal: 'not-invited' })
      again.leave()
    }
    await bob.api.request('changeInbound', { query: bob.as, body: { unblock: alice.address } })
    const [one, other] = [await arrive(alice), await arrive(bob)]
    expect(await sit(one, roomId, alice.as)).toMatchObject({ ok: true })
    expect(await sit(other, roomId, bob.as)).toMatchObject({ ok: true, people: 1 })
    for (const guest of [one, other]) guest.leave()
    ;({ tableId } = await open(alice, bob, swap()))
  })

  it('greets their pages again after notes between the servers may have been lost', async () => {
    const page = await openTablePage(bob, tableId)
    await spoil(market, database, (tx) =>
      sql`select pg_terminate_backend(pid) from pg_stat_activity where query like 'listen %' and datname = current_database()`.execute(
        tx,
      ),
    )
    await until(async () => page.events.filter(({ type }) => type === 'hello').length === 2)
    expect(page.events.at(-1)).toMatchObject({ type: 'hello', table: { tableId } })
    page.leave()
  })

  it('gives up a seat later where the database failed when its page was closed', async () => {
    const db = await openBeside(market, database)
    let isFailing = false
    const startMs = Date.now()
    const presence = createPresence({
      db,
      log: pino({ level: 'silent' }),
      changed: {
        async announce() {
          if (isFailing) throw new Error('the database is away')
        },
        tell: () => undefined,
      },
      renewed: async () => undefined,
      // Its lease never ends.
      nowMs: async () => startMs,
    })
    const isHere = async () => (await presence.here([tableId])).get(tableId)?.guest === true
    const leave = await presence.join(tableId, 'guest')
    isFailing = true
    await expect(leave()).rejects.toThrow('away')
    expect(await isHere()).toBe(true)
    isFailing = false
    vi.advanceTimersByTime(5_000)
    await until(async () => !(await isHere()))
    await presence.close()
    await db.close()
  })

  it('stores again who was cleared too early, and clears who has left without a word', async () => {
    const db = await openBeside(market, database)
    const told: string[] = []
    const presence = createPresence({
      db,
      log: pino({ level: 'silent' }),
      changed: {
        async announce(_, id) {
          if (id === 'failing') throw new Error('the database is away')
        },
        tell: (id) => told.push(id),
      },
      renewed: async () => undefined,
    })
    const leave = await presence.join('ours', 'guest')
    const [seated] = await db.read.selectFrom('table_presence').selectAll().execute()
    if (!seated) throw new Error('nobody sits there')
    // As many rows as before, so their number says nothing.
    await db.write.deleteFrom('table_presence').execute()
    await db.write
      .insertInto('table_presence')
      .values({ ...seated, table_id: 'another' })
      .execute()
    await expect(presence.join('failing', 'guest')).rejects.toThrow('away')
    vi.advanceTimersByTime(5_000)
    await until(async () => told.length === 3)
    expect([...(await presence.here(['ours', 'another'])).keys()]).toEqual(['ours'])
    await leave()
    await presence.close()
    await db.close()
  })

  it('clears the seats of a server that was killed', async () => {
    const doomed = startServerProcess(market, database)
    const carried = await signIn(await doomed.url(), 'bob')
    const page = await openTablePage(alice, tableId)
    const his = await openTablePage(carried, tableId)
    await until(async () => page.here()?.guest === true)
    await doomed.kill()
    await his.ended
    // What ends is the lease, which this test does not wait for.
    await spoil(market, database, (tx) =>
      tx.updateTable('table_presence').set({ until_ms: 15_000 }).where('seat', '=', 'guest').execute(),
    )
    vi.advanceTimersByTime(5_000)
    await until(async () => page.here()?.guest === false)
    expect(page.events.at(-1)).toMatchObject({ type: 'presence', here: { opener: true, guest: false } })
    page.leave()
  })
})
