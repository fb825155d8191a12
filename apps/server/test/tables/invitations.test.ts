import { mkdir, writeFile } from 'node:fs/promises'
import type { Nft, OfferId } from '@parley/domain'
import { pagePortalsFile } from '@parley/protocol'
import { localAccount } from '@parley/testkit'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { findEnded, shortenLog } from '../../src/tables/tableStore.ts'
import { type DatabaseEnv, engines, givenDatabases, givenFolder } from '../given/engines.ts'
import { spoil } from '../given/indexTables.ts'
import { openMarket, type Market } from '../given/market.ts'
import { at, type Member, open, refusalOf, serveTwo, setInbound, signIn, terms, tryToOpen } from '../given/tables.ts'
import { startTestServer, type TestServer, until } from '../given/testServer.ts'

let market: Market
beforeAll(async () => {
  market = await openMarket()
})
afterAll(() => market.stop())

const dayS = 24 * 60 * 60
/** A wallet that never signs in. */
const stranger = (index: number) => localAccount(100 + index)
const hexAddress = (index: number): `0x${string}` => `0x${index.toString().padStart(40, '0')}`

describe.each(engines)('given who may open a table with a wallet, over %s', (engine) => {
  const databases = givenDatabases(engine)
  // Both engines read one chain, and a trade there makes two people known to each other for good.
  const guest = engine === 'sqlite' ? 'bob' : 'carol'
  let database: Awaited<ReturnType<typeof databases.fresh>>
  let server: TestServer
  let alice: Member
  let bob: Member
  const canOpen = () => tryToOpen(alice, bob)
  beforeAll(async () => {
    database = await databases.fresh()
    ;({ server, alice } = await serveTwo(market, database))
    bob = await signIn(server.url, guest)
  })
  afterAll(() => server.stop())
  afterEach(() => setInbound(bob, { openTo: 'anyone', disallow: alice.address, unblock: alice.address }))

  it('takes tables from anyone, from known wallets or from none, by the setting', async () => {
    expect(await bob.api.request('inbound', { query: bob.as })).toMatchObject({
      openTo: 'anyone',
      allowed: [],
      blocked: [],
    })
    expect(await canOpen()).toBe('opened')
    await setInbound(bob, { openTo: 'none' })
    expect(await canOpen()).toBe('403 not-invited')
    await setInbound(bob, { openTo: 'known' })
    expect(await canOpen()).toBe('403 not-invited')
    expect(await setInbound(bob, { allow: alice.address })).toMatchObject({ openTo: 'known', allowed: [alice.address] })
    expect(await canOpen()).toBe('opened')
    await setInbound(bob, { disallow: alice.address })
    expect(await canOpen()).toBe('403 not-invited')
    // Such as all of Bob's contacts, himself among them. Who is blocked stays blocked.
    await setInbound(bob, { block: stranger(0).address })
    const contacts = [stranger(0).address, alice.address, bob.address, alice.address]
    expect(await setInbound(bob, { allowAll: contacts })).toMatchObject({
      allowed: [alice.address],
      blocked: [stranger(0).address],
    })
    expect(await canOpen()).toBe('opened')
    await setInbound(bob, { disallow: alice.address, unblock: stranger(0).address })
    expect(await canOpen()).toBe('403 not-invited')
    const many = (from: number) => Array.from({ length: 500 }, (_, index) => hexAddress(from + index))
    await setInbound(bob, { allowAll: many(1) })
    await setInbound(bob, { allowAll: many(501) })
    expect(await refusalOf(setInbound(bob, { allowAll: many(1_001) }))).toBe('409 undefined')
    expect(await refusalOf(setInbound(bob, { allow: alice.address }))).toBe('409 undefined')
    expect((await setInbound(bob, {})).allowed).toHaveLength(1_000)
    // Blocking needs no room in a full list.
    await setInbound(bob, { block: alice.address })
    await setInbound(bob, { unblock: alice.address })
    const offerId = await market.offer({ from: guest, to: 'alice' })
    await market.accept(offerId, 'alice')
    await until(async () => (await server.offer(offerId))?.status === 'completed')
    expect(await canOpen()).toBe('opened')
  })

  it('has no table with oneself, an escrow or a collection', async () => {
    expect(await refusalOf(open(alice, alice, terms({})))).toBe('400 self')
    for (const address of [market.escrow.address, market.collection])
      expect(await refusalOf(open(alice, { address }, terms({})))).toBe('400 not-a-wallet')
  })

  it('lets a wallet open 20 tables a day with strangers, however fast, and have 50 open', async () => {
    const opening = Array.from({ length: 24 }, (_, index) => refusalOf(open(bob, stranger(index), terms({}))))
    const outcomes = await Promise.all(opening)
    expect(outcomes.filter((outcome) => outcome === null)).toHaveLength(20)
    expect(outcomes.filter((outcome) => outcome === '429 too-many-new')).toHaveLength(4)
    await spoil(market, database, async (tx) => {
      const rows = await tx
        .selectFrom('tables')
        .selectAll()
        .where('to_stranger', '=', 1)
        .where('opener', '=', bob.address)
        .execute()
      const older = rows.map((row) => ({ ...row, opened_at_s: row.opened_at_s - 2 * dayS }))
      const more = [...older, ...older]
        .slice(0, 29)
        .map((row, index) => ({ ...row, id: `${row.id.slice(0, 19)}${100 + index}`, open_key: `more ${index}` }))
      await tx
        .updateTable('tables')
        .set((eb) => ({ opened_at_s: eb('opened_at_s', '-', 2 * dayS) }))
        .where('opener', '=', bob.address)
        .execute()
      await tx.insertInto('tables').values(more).execute()
    })
    expect(await refusalOf(open(bob, stranger(50), terms({})))).toBeNull()
    expect(await refusalOf(open(bob, stranger(51), terms({})))).toBe('429 too-many-open')
    // A swapped one keeps its key until the two open another one. It can't be left.
    await spoil(market, database, async (tx) => {
      const { id } = await tx
        .selectFrom('offers')
        .select('id')
        .where('settlement', '=', 'completed')
        .executeTakeFirstOrThrow()
      await tx.updateTable('tables').set({ offer_id: id }).where('open_key', '=', 'more 0').execute()
    })
    expect(await refusalOf(open(bob, stranger(51), terms({})))).toBeNull()
    expect(await refusalOf(open(bob, stranger(52), terms({})))).toBe('429 too-many-open')
    // Two weeks without a change: it is open while its offer is, and lapses without one.
    const locked = await market.offer({ from: guest, to: 'alice' })
    await until(() => server.offer(locked))
    const quieten = (offerId: OfferId | null) =>
      spoil(market, database, (tx) =>
        tx
          .updateTable('tables')
          .set({ offer_id: offerId, changed_at_s: Math.floor(Date.now() / 1000) - 15 * dayS })
          .where('open_key', '=', 'more 1')
          .execute(),
      )
    await quieten(locked)
    expect(await refusalOf(open(bob, stranger(52), terms({})))).toBe('429 too-many-open')
    await quieten(null)
    expect(await refusalOf(open(bob, stranger(52), terms({})))).toBeNull()
    expect(await refusalOf(open(bob, stranger(53), terms({})))).toBe('429 too-many-open')
  })

  it('keeps the rest from a wallet that has not looked at a hundred tables of strangers, and lets known ones through', async () => {
    const host = stranger(60)
    await open(alice, host, terms({}))
    const hundred = async (from: number, changes: { to_stranger?: 0 | 1; guest_seen_s?: number }) =>
      spoil(market, database, async (tx) => {
        const row = await tx
          .selectFrom('tables')
          .selectAll()
          .where('opener', '=', alice.address)
          .where('guest', '=', host.address)
          .executeTakeFirstOrThrow()
        const more = Array.from({ length: 100 }, (_, index) => ({
          ...row,
          id: `${row.id.slice(0, 19)}${from + index}`,
          opener: stranger(index).address,
          open_key: `more ${from + index}`,
          ...changes,
        }))
        await tx.updateTable('tables').set({ open_key: null }).where('opener', '=', alice.address).execute()
        await tx.insertInto('tables').values(more).execute()
      })
    // Neither those of known wallets nor those that the guest has looked at.
    await hundred(200, { to_stranger: 0 })
    await hundred(300, { guest_seen_s: 1 })
    expect(await refusalOf(open(alice, host, terms({})))).toBeNull()
    await hundred(400, {})
    expect(await refusalOf(open(alice, host, terms({})))).toBe('429 guest-busy')
    const allowed = { address: host.address, other: alice.address, kind: 'allowed' } as const
    await spoil(market, database, (tx) => tx.insertInto('inbound_wallets').values(allowed).execute())
    expect(await refusalOf(open(alice, host, terms({})))).toBeNull()
  })
})

describe.each(engines)('given a counter on an offer in escrow, over %s', (engine) => {
  const databases = givenDatabases(engine)
  let database: DatabaseEnv
  let server: TestServer
  let alice: Member
  let bob: Member
  let more: Nft
  beforeAll(async () => {
    database = await databases.fresh()
    ;({ server, alice, bob } = await serveTwo(market, database, { WRITES_PER_MINUTE: '3000' }))
    more = await market.mint('bob')
  })
  afterAll(() => server.stop())

  it('begins with the offer’s terms by its creator, whose NFTs in escrow count, and who locks in', async () => {
    const counters = await market.offer({ from: 'alice', to: 'bob', durationS: 3_600 })
    await setInbound(alice, { openTo: 'none' })
    const { tokenIdsOffered } = await until(() => server.offer(counters))
    const escrowed = { contract: market.collection, tokenId: BigInt(tokenIdsOffered[0] ?? 0) }
    const opened = await open(bob, alice, terms({ opener: [more], guest: [escrowed] }), {
      counters,
      note: 'mine instead',
    })
    await setInbound(alice, { openTo: 'anyone' })
    expect(opened).toMatchObject({ counters, locker: 'guest', version: { number: 2, by: 'opener' } })
    expect(opened.log[0]).toMatchObject({ kind: 'version', by: 'guest', deal: { durationMinutes: 60 } })
    const hers = at(alice, opened.tableId)
    expect(await hers.tick(2)).toMatchObject({ state: 'agreed', locker: 'guest', lock: null })
    expect((await open(bob, alice, terms({}), { counters })).tableId).toBe(opened.tableId)
    await market.cancel(counters)
    const replacement = await market.offer({ from: 'alice', to: 'bob', durationS: 3_600 })
    await until(() => server.offer(replacement))
    // It has other terms than the agreed ones.
    expect((await hers.read()).lock).toBeNull()
    await hers.leave()
  })

  it('refuses offers of others, settled ones and unknown ones', async () => {
    const carol = await signIn(server.url, 'carol')
    const counters = await market.offer({ from: 'alice', to: 'bob' })
    await until(() => server.offer(counters))
    expect(await refusalOf(open(carol, alice, terms({}), { counters }))).toBe('409 other-offer')
    expect(await refusalOf(open(bob, carol, terms({}), { counters }))).toBe('409 other-offer')
    await market.cancel(counters)
    await until(async () => (await server.offer(counters))?.status === 'cancelled')
    expect(await refusalOf(open(bob, alice, terms({}), { counters }))).toBe('409 other-offer')
    expect(await refusalOf(open(bob, alice, terms({}), { counters: `0x${'7'.repeat(64)}` }))).toBe('404 no-such-offer')
  })

  it('lets its creator change it as well', async () => {
    const counters = await market.offer({ from: 'alice', to: 'bob' })
    await until(() => server.offer(counters))
    const opened = await open(alice, bob, terms({ guest: [more], openerWei: 3n }), { counters })
    expect(opened).toMatchObject({ locker: 'opener', version: { number: 2, by: 'opener' } })
    await at(alice, opened.tableId).leave()
  })

  it('lets five answers to an offer in, then counts them as tables of a stranger', async () => {
    const counters = await market.offer({ from: 'carol', to: 'bob' })
    const carol = await signIn(server.url, 'carol')
    await until(() => server.offer(counters))
    const answer = async () => {
      const refusal = await refusalOf(open(bob, carol, terms({}), { counters }))
      if (refusal === null) await at(bob, (await open(bob, carol, terms({}), { counters })).tableId).leave()
      return refusal ?? 'opened'
    }
    const answers = async (most: number) => {
      const all: string[] = []
      while (all.length < most) all.push(await answer())
      return all
    }
    await setInbound(carol, { openTo: 'none' })
    expect(await answers(6)).toEqual([...Array.from({ length: 5 }, () => 'opened'), '403 not-invited'])
    await setInbound(carol, { openTo: 'anyone' })
    expect(await answers(21)).toEqual([...Array.from({ length: 20 }, () => 'opened'), '429 too-many-new'])
  })

  it('counts every answer to an offer for good: left, lapsed, with its text deleted, and at any server', async () => {
    const counters = await market.offer({ from: 'carol', to: 'bob' })
    const carol = await signIn(server.url, 'carol')
    // Only PostgreSQL lets several servers share it.
    const other = engine === 'postgres' ? await startTestServer(market, database) : server
    try {
      const elsewhere = await signIn(other.url, 'bob')
      for (const each of [server, other]) await until(() => each.offer(counters))
      await setInbound(carol, { openTo: 'none' })
      const answers = (member: Member) => open(member, carol, terms({}), { counters })
      for (const member of [bob, elsewhere]) await at(member, (await answers(member)).tableId).leave()
      const lapses = await answers(bob)
      await spoil(market, database, async (tx) => {
        await tx
          .updateTable('tables')
          .set((eb) => ({
            changed_at_s: eb('changed_at_s', '-', 365 * dayS),
            opened_at_s: eb('opened_at_s', '-', 365 * dayS),
          }))
          .where('counters', '=', counters)
          .execute()
        const ended = await findEnded(tx, { nowS: Math.floor(Date.now() / 1000), limit: 100 })
        expect(ended).toContain(lapses.tableId)
        for (const id of ended) await shortenLog(tx, id)
      })
      for (const member of [elsewhere, bob]) await at(member, (await answers(member)).tableId).leave()
      for (const member of [elsewhere, bob]) expect(await refusalOf(answers(member))).toBe('403 not-invited')
    } finally {
      await setInbound(carol, { openTo: 'anyone' })
      if (other !== server) await other.stop()
    }
  })

  it('lists the tables with a wallet that have an agreed version, whatever was opened or laid down since', async () => {
    const opened = await open(alice, bob, terms({ opener: [await market.mint('alice')], guest: [more] }))
    await at(bob, opened.tableId).tick(1)
    await at(alice, opened.tableId).lay(1, terms({ guest: [more] }))
    await at(alice, opened.tableId).leave()
    const later = await open(alice, bob, terms({}))
    const listed = async (query: { agreed?: 'true' }) => {
      const { tables } = await bob.api.request('tables', { query: { ...bob.as, with: alice.address, ...query } })
      return tables.map(({ tableId }) => tableId)
    }
    const agreed = await listed({ agreed: 'true' })
    expect(agreed).toContain(opened.tableId)
    expect(agreed).not.toContain(later.tableId)
    expect(await listed({})).toContain(later.tableId)
    await at(alice, later.tableId).leave()
  })
})

describe('given a page whose portal trades one collection', () => {
  const databases = givenDatabases('sqlite')
  const folder = givenFolder()

  it('keeps the portal’s tables to it, and knows no other portals', async () => {
    await mkdir(folder.path(), { recursive: true })
    const portals = { voiceRooms: [], collections: { Cards: ['cards'], Elsewhere: ['other'], All: null } }
    await writeFile(folder.path(pagePortalsFile), JSON.stringify(portals))
    const { server, alice, bob } = await serveTwo(market, await databases.fresh(), { WEB_DIST: folder.path() })
    try {
      const deal = terms({ opener: [await market.mint('alice')] })
      const opens = async (portal: string) => {
        const refusal = await refusalOf(open(alice, bob, deal, { portal }))
        for (const { tableId } of (await alice.api.request('tables', { query: alice.as })).tables)
          await at(alice, tableId).leave()
        return refusal
      }
      expect(await opens('Elsewhere')).toBe('400 other-portal')
      expect(await opens('Nowhere')).toBe('400 other-portal')
      expect(await opens('Cards')).toBeNull()
    } finally {
      await server.stop()
    }
  })
})
