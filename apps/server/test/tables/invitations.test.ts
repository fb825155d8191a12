import { mkdir, writeFile } from 'node:fs/promises'
import type { Nft } from '@parley/domain'
import { pagePortalsFile } from '@parley/protocol'
import { localAccount } from '@parley/testkit'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { engines, givenDatabases, givenFolder } from '../given/engines.ts'
import { spoil } from '../given/indexTables.ts'
import { openMarket, type Market } from '../given/market.ts'
import { at, type Member, open, openTablePage, refusalOf, serveTwo, signIn, terms } from '../given/tables.ts'
import { type TestServer, until } from '../given/testServer.ts'

let market: Market
beforeAll(async () => {
  market = await openMarket()
})
afterAll(() => market.stop())

const dayS = 24 * 60 * 60
/** A wallet that never signs in. */
const stranger = (index: number) => localAccount(100 + index)

describe.each(engines)('given who may open a table with a wallet, over %s', (engine) => {
  const databases = givenDatabases(engine)
  // Both engines read one chain, and a trade there makes two people known to each other for good.
  const guest = engine === 'sqlite' ? 'bob' : 'carol'
  let database: Awaited<ReturnType<typeof databases.fresh>>
  let server: TestServer
  let alice: Member
  let bob: Member
  const canOpen = async () => {
    const refusal = await refusalOf(open(alice, bob, terms({})))
    if (refusal === null) await at(alice, (await open(alice, bob, terms({}))).tableId).leave()
    return refusal ?? 'opened'
  }
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
    const offerId = await market.offer({ from: guest, to: 'alice' })
    await market.accept(offerId, 'alice')
    await until(async () => (await server.offer(offerId))?.status === 'completed')
    expect(await canOpen()).toBe('opened')
  })

  it('closes the open tables with who is blocked, and lets no new one open, either way', async () => {
    const { tableId } = await open(alice, bob, terms({}))
    const page = await openTablePage(alice, tableId)
    expect(await setInbound(bob, { block: alice.address })).toMatchObject({ blocked: [alice.address] })
    await until(async () => page.head()?.state === 'closed')
    page.leave()
    const pages = [await openTablePage(bob, tableId), await openTablePage(alice, tableId)]
    // Who is blocked doesn't see that the other looks at the table again.
    expect(pages.at(-1)?.here()).toEqual({ opener: false, guest: false })
    for (const { leave } of pages) leave()
    expect(await canOpen()).toBe('403 not-invited')
    expect(await refusalOf(open(bob, alice, terms({})))).toBe('403 not-invited')
    expect(await setInbound(bob, { unblock: alice.address })).toMatchObject({ blocked: [] })
    expect(await canOpen()).toBe('opened')
    expect(await refusalOf(setInbound(bob, { block: bob.address }))).toBe('400 self')
  })

  it('refuses a blocked wallet before it asks the chain who holds what', async () => {
    await setInbound(bob, { block: alice.address })
    const notHers = terms({ opener: [{ contract: market.collection, tokenId: 999_999n }] })
    expect(await refusalOf(open(alice, bob, notHers))).toBe('403 not-invited')
    expect(await refusalOf(open(alice, bob, notHers, { counters: `0x${'7'.repeat(64)}` }))).toBe('403 not-invited')
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
  })

  it('keeps the rest from a wallet that has not looked at a hundred tables of strangers, and lets known ones through', async () => {
    const host = stranger(60)
    await open(alice, host, terms({}))
    const unseen = async (count: number) =>
      spoil(market, database, async (tx) => {
        const row = await tx
          .selectFrom('tables')
          .selectAll()
          .where('guest', '=', host.address)
          .executeTakeFirstOrThrow()
        const more = Array.from({ length: count }, (_, index) => ({
          ...row,
          id: `${row.id.slice(0, 19)}${200 + index}`,
          opener: stranger(index).address,
          open_key: `unseen ${index}`,
        }))
        await tx.updateTable('tables').set({ open_key: null }).where('id', '=', row.id).execute()
        await tx.insertInto('tables').values(more).execute()
      })
    await unseen(100)
    expect(await refusalOf(open(alice, host, terms({})))).toBe('429 guest-busy')
    const allowed = { address: host.address, other: alice.address, kind: 'allowed' } as const
    await spoil(market, database, (tx) => tx.insertInto('inbound_wallets').values(allowed).execute())
    expect(await refusalOf(open(alice, host, terms({})))).toBeNull()
  })
})

async function setInbound(
  { api, as }: Member,
  body: NonNullable<Parameters<typeof api.request<'changeInbound'>>[1]>['body'],
) {
  return api.request('changeInbound', { query: as, body: body ?? {} })
}

describe.each(engines)('given a counter on an offer in escrow, over %s', (engine) => {
  const databases = givenDatabases(engine)
  let server: TestServer
  let alice: Member
  let bob: Member
  let more: Nft
  beforeAll(async () => {
    ;({ server, alice, bob } = await serveTwo(market, await databases.fresh()))
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
    const locked = await until(async () => (await hers.read()).lock)
    expect(locked).toEqual({ offerId: replacement, status: 'active' })
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
