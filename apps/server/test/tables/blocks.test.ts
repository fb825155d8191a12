import { tableLapseS, tableTextKeptS } from '@parley/domain'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { findEnded } from '../../src/tables/tableStore.ts'
import { engines, givenDatabases } from '../given/engines.ts'
import { spoil } from '../given/indexTables.ts'
import { openMarket, type Market } from '../given/market.ts'
import {
  at,
  type Member,
  open,
  openTablePage,
  refusalOf,
  serveTwo,
  setInbound,
  terms,
  tryToOpen,
} from '../given/tables.ts'
import { type TestServer, until } from '../given/testServer.ts'

const dayS = 24 * 60 * 60
let market: Market
beforeAll(async () => {
  market = await openMarket()
})
afterAll(() => market.stop())

describe.each(engines)('given a wallet that blocks another, over %s', (engine) => {
  const databases = givenDatabases(engine)
  let database: Awaited<ReturnType<typeof databases.fresh>>
  let server: TestServer
  let alice: Member
  let bob: Member
  const canOpen = () => tryToOpen(alice, bob)
  beforeAll(async () => {
    database = await databases.fresh()
    ;({ server, alice, bob } = await serveTwo(market, database))
  })
  afterAll(() => server.stop())
  afterEach(() => setInbound(bob, { unblock: alice.address }))

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

  it('keeps a block together with the end of all tables with that wallet, or neither', async () => {
    const { tableId } = await open(alice, bob, terms({}))
    const stateOf = async () => {
      let state = ''
      await spoil(market, database, async (tx) => {
        const row = await tx.selectFrom('tables').select('state').where('id', '=', tableId).executeTakeFirstOrThrow()
        state = row.state
      })
      return state
    }
    const keepState = (state: string) =>
      spoil(market, database, (tx) => tx.updateTable('tables').set({ state }).where('id', '=', tableId).execute())
    const state = await stateOf()
    // The end of the table fails.
    await keepState('{')
    expect(await refusalOf(setInbound(bob, { block: alice.address }))).toBe('500 undefined')
    expect((await setInbound(bob, {})).blocked).toEqual([])
    await keepState(state)
    expect((await at(alice, tableId).read()).state).toBe('proposed')
    await setInbound(bob, { block: alice.address })
    expect(await at(alice, tableId).read()).toMatchObject({ state: 'closed', closedBy: 'guest' })
  })

  it('keeps the text of a table that had lapsed before its other person was blocked until its own day', async () => {
    const { tableId } = await open(alice, bob, terms({}), { note: 'words that go' })
    const lapsedS = Math.floor(Date.now() / 1000) - 80 * dayS
    await spoil(market, database, (tx) =>
      tx
        .updateTable('tables')
        .set({ changed_at_s: lapsedS - tableLapseS })
        .where('id', '=', tableId)
        .execute(),
    )
    await setInbound(bob, { block: alice.address })
    expect((await at(alice, tableId).read()).closedBy).toBe('guest')
    const endedAt = async (nowS: number) => {
      let ids: string[] = []
      await spoil(market, database, async (tx) => {
        ids = await findEnded(tx, { nowS, limit: 1_000 })
      })
      return ids.includes(tableId)
    }
    expect(await endedAt(lapsedS + tableTextKeptS - 60)).toBe(false)
    expect(await endedAt(lapsedS + tableTextKeptS + 60)).toBe(true)
  })

  it('refuses a blocked wallet before it asks the chain who holds what', async () => {
    await setInbound(bob, { block: alice.address })
    const notHers = terms({ opener: [{ contract: market.collection, tokenId: 999_999n }] })
    expect(await refusalOf(open(alice, bob, notHers))).toBe('403 not-invited')
    expect(await refusalOf(open(alice, bob, notHers, { counters: `0x${'7'.repeat(64)}` }))).toBe('403 not-invited')
  })
})
