import type { Nft } from '@parley/domain'
import type { WireDeal } from '@parley/protocol'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Database } from '../../src/db/database.ts'
import { ownersOf, tokenKey } from '../../src/holdings/ownerRows.ts'
import { deriveInbox, type DerivedInbox, inboxFrom, withTable } from '../../src/inbox/derivedInbox.ts'
import { firstPageOf } from '../../src/inbox/inboxPage.ts'
import { createReadInboxNow } from '../../src/inbox/inboxNow.ts'
import { readTableSource } from '../../src/inbox/inboxSources.ts'
import { offersOfTables } from '../../src/tables/tableReads.ts'
import { findTable } from '../../src/tables/tableStore.ts'
import { engines, givenDatabases } from '../given/engines.ts'
import { openBeside } from '../given/indexTables.ts'
import { openMarket, type Market } from '../given/market.ts'
import { at, type Member, open, send, serveTwo, terms } from '../given/tables.ts'
import { type TestServer, until } from '../given/testServer.ts'

let market: Market
beforeAll(async () => {
  market = await openMarket()
})
afterAll(() => market.stop())

describe.each(engines)('given inboxes that are changed by one table, over %s', (engine) => {
  const databases = givenDatabases(engine)
  let server: TestServer
  let alice: Member
  let bob: Member
  let db: Database
  beforeAll(async () => {
    const database = await databases.fresh()
    ;({ server, alice, bob } = await serveTwo(market, database))
    db = await openBeside(market, database)
  })
  afterAll(async () => {
    await db.close()
    await server.stop()
  })

  it('holds the same as if they were derived again, or read at once, after each move and when an NFT has gone', async () => {
    const [give, want] = [await market.mint('alice'), await market.mint('bob')]
    const swap = (guestWei: bigint): WireDeal => terms({ opener: [give], guest: [want], guestWei })
    await market.offer()
    await server.indexer.catchUp()
    const other = await open(bob, { address: market.address('carol') }, terms({ opener: [await market.mint('bob')] }))
    const { tableId } = await open(alice, bob, swap(0n))
    const [hers, his] = [at(alice, tableId), at(bob, tableId)]
    const times = () => {
      const nowS = Math.floor(Date.now() / 1000)
      return { chainS: nowS, serverS: nowS }
    }
    const people = [alice.address, bob.address]
    const anew = () => Promise.all(people.map((wallet) => deriveInbox(db.read, wallet, times())))
    const faceOf = ({ items, counts, givers }: DerivedInbox) => ({ items, counts, givers })
    const readNow = createReadInboxNow(db)
    let kept = await anew()
    const compare = async (): Promise<number> => {
      const stored = await findTable(db.read, tableId)
      if (!stored) throw new Error('the table is gone')
      const source = await readTableSource(
        (nfts) => ownersOf(db.read, nfts),
        stored,
        await offersOfTables(db.read, [stored]),
      )
      const changed = kept.map((inbox) => withTable(inbox, source, times()))
      const wanted = await anew()
      expect(changed.map((inbox) => inbox && faceOf(inbox))).toEqual(wanted.map(faceOf))
      for (const [index, wallet] of people.entries()) {
        const rows = readNow?.(wallet, times())
        expect(rows ? faceOf(inboxFrom(rows)) : null).toEqual(readNow ? wanted.map(faceOf)[index] : null)
      }
      // What the server keeps is by now the text of the page alone: it was asked for after each move before.
      for (const [index, member] of [alice, bob].entries()) {
        const page = firstPageOf(await deriveInbox(db.read, member.address, times())).ready.body
        expect((await send(member, 'GET', `/api/inbox?as=${member.address}`)).body, `${index}`).toEqual(
          JSON.parse(page),
        )
      }
      kept = wanted
      return wanted.reduce((sum, { counts }) => sum + counts.needsYou, 0)
    }
    await until(async () => (await heldBy(db, want)) === bob.address)
    const needs = [await compare()]
    const moves = [
      () => his.lay(1, swap(1n), { isReady: true }),
      () => hers.decline(2, 'no'),
      () => hers.lay(2, swap(2n), { isReady: true }),
      () => his.tick(3),
      () => his.say('done'),
      () => hers.tick(3, false),
      async () => {
        await market.transfer(want, 'bob', 'carol')
        await until(async () => (await heldBy(db, want)) === market.address('carol'))
        // What the server keeps is forgotten when the change is announced, a moment after it can be read.
        await server.indexer.catchUp()
      },
      () => his.leave(),
    ]
    for (const move of moves) {
      await move()
      needs.push(await compare())
    }
    expect(new Set(needs).size).toBeGreaterThan(1)
    await at(bob, other.tableId).leave()
  })
})

async function heldBy(db: Database, { contract, tokenId }: Nft): Promise<string | undefined> {
  const query = db.read.selectFrom('nft_owners').select('owner').where('contract', '=', contract)
  return (await query.where('token', '=', tokenKey(tokenId)).executeTakeFirst())?.owner
}
