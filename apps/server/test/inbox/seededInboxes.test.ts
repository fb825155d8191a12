import { serialize } from 'node:v8'
import { type Address, type InboxKind, inboxKinds } from '@parley/domain'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Database } from '../../src/db/database.ts'
import { openDatabase } from '../../src/db/openDatabase.ts'
import { bytesOf, deriveInbox, type DerivedInbox, inboxFrom } from '../../src/inbox/derivedInbox.ts'
import { createReadInboxNow } from '../../src/inbox/inboxNow.ts'
import { bytesOfPage, firstPageOf } from '../../src/inbox/inboxPage.ts'
import { createKeptInboxes, type KeptInboxes } from '../../src/inbox/keptInboxes.ts'
import { engines, givenDatabases } from '../given/engines.ts'
import { seededRandom } from '../holdings/randomTrades.ts'
import { seedInboxes, type SeededInboxes, sourcesOf, storeInboxes } from '../given/seededInboxes.ts'

const seed = Number(process.env['INBOX_SEED'] ?? 1)
/** As many as are read at once, one more, and more than a page. */
const floods = [60, 61, 130] as const

const faceOf = ({ items, counts, givers, until }: DerivedInbox) => ({ items, counts, givers, until })

describe.each(engines)('given inboxes of every kind made up by a seed, over %s', (engine) => {
  const databases = givenDatabases(engine)
  const nowS = Math.floor(Date.now() / 1000)
  let db: Database
  let seeded: SeededInboxes
  beforeAll(async () => {
    const { DATABASE_URL, PARLEY_DATA } = await databases.fresh()
    const choice =
      engine === 'sqlite'
        ? ({ engine, folder: PARLEY_DATA } as const)
        : ({
            engine,
            url: DATABASE_URL,
            directUrl: DATABASE_URL,
            readUrls: [],
            standbys: 0,
            readers: 2,
            migrates: true,
          } as const)
    db = await openDatabase(choice, pino({ level: 'silent' }))
    seeded = seedInboxes(seed, nowS, floods)
    await storeInboxes(db, seeded)
  })
  afterAll(() => db.close())

  it('reads them by ordinary statements, and at once, as the facts say', async () => {
    const readNow = createReadInboxNow(db)
    const times = { chainS: nowS, serverS: nowS }
    const seen = new Set<InboxKind>()
    const { sinceS } = seeded
    let large = 0
    for (const wallet of seeded.wallets) {
      const sources = sourcesOf(wallet, seeded)
      const marks = new Set(['since-chain', 'since-server', ...(seeded.marks.get(wallet) ?? [])])
      const wanted = inboxFrom({ sources, marks, since: { chainS: sinceS, serverS: sinceS } })
      for (const { kind } of wanted.items) seen.add(kind)
      expect(faceOf(await deriveInbox(db.read, wallet, times)), wallet).toEqual(faceOf(wanted))
      if (!readNow) continue
      const rows = readNow(wallet, times)
      const isLarge = sources.offers.length + sources.tables.length > 60
      if (isLarge) large += 1
      expect(rows ? faceOf(inboxFrom(rows)) : null, wallet).toEqual(isLarge ? null : faceOf(wanted))
    }
    // Two of the flooded, and who flooded them.
    expect(large).toBe(readNow ? 3 : 0)
    expect([...seen].toSorted()).toEqual(inboxKinds.toSorted())
  })

  it('keeps no more of them in memory than its bytes, and still answers for all', async () => {
    const maxBytes = 600_000
    const kept = createKeptInboxes(db, () => nowS, { maxBytes })
    const counts: number[] = []
    for (const wallet of [...seeded.wallets, ...seeded.wallets]) {
      counts.push((await kept.current(wallet)).items.length)
      expect(await bytesHeld(kept)).toBeLessThanOrEqual(maxBytes)
    }
    const [all, left] = [seeded.wallets.length, kept.all().length]
    expect(left).toBeGreaterThan(1)
    expect(left).toBeLessThan(all)
    expect(counts.slice(all)).toEqual(counts.slice(0, all))
  })

  it('holds of one that only its first page was asked of the text, and answers as if it were derived again', async () => {
    const maxBytes = 600_000
    let chainS = nowS
    const kept = createKeptInboxes(db, () => chainS, { maxBytes })
    const random = seededRandom(seed)
    const isReadAtOnce = db.prepareNow !== null
    let [ready, texts] = [0, 0]
    for (let turn = 0; turn < 120; turn += 1) {
      const wallet = seeded.wallets[Math.floor(random() * seeded.wallets.length)] ?? '0x'
      const event = Math.floor(random() * 6)
      if (event === 0) chainS += Math.floor(random() * 20_000)
      if (event === 1) await changeMark(db, wallet)
      if (event === 1) kept.forget([wallet])
      // The ordinary way keeps an inbox, from which a page is made in turn.
      if (event === 2) await kept.current(wallet)
      const now = kept.pageNow(wallet)
      if (now) ready += 1
      if (kept.all().some(([one, { inbox, page }]) => one === wallet && inbox === null && page === now)) texts += 1
      const serverS = Math.floor(Date.now() / 1000)
      const wanted = firstPageOf(await deriveInbox(db.read, wallet, { chainS, serverS })).ready.body
      expect((now ?? (await kept.page(wallet))).ready.body, `seed ${seed}, turn ${turn}`).toBe(wanted)
      expect(await bytesHeld(kept)).toBeLessThanOrEqual(maxBytes)
      if (now && event > 2) expect(kept.pageNow(wallet)).toBe(now)
    }
    expect(ready).toBeGreaterThan(isReadAtOnce ? 90 : 5)
    expect(texts > 30).toBe(isReadAtOnce)
  })

  it('counts no fewer bytes than an inbox has, and not many more', async () => {
    for (const wallet of seeded.wallets) {
      const inbox = await deriveInbox(db.read, wallet, { chainS: nowS, serverS: nowS })
      const { byteLength } = serialize(inbox)
      expect(bytesOf(inbox)).toBeGreaterThan(byteLength)
      // Objects on the heap take more than their content; far more would make the bound a much lower one.
      expect(bytesOf(inbox)).toBeLessThan(8 * byteLength + 10_000)
    }
  })
})

async function bytesHeld(kept: KeptInboxes): Promise<number> {
  const sizes = kept.all().map(async ([, { inbox, page }]) => {
    return (inbox ? bytesOf(await inbox) : 0) + (page ? bytesOfPage(page) : 0)
  })
  return (await Promise.all(sizes)).reduce((sum, bytes) => sum + bytes, 0)
}

/** Reads an item, or forgets that it was read. */
async function changeMark(db: Database, address: Address): Promise<void> {
  const { items } = await deriveInbox(db.read, address, { chainS: 0, serverS: 0 })
  const item = items.at(0)?.id ?? 'offer-received:0x1'
  await db.transact(async (tx) => {
    const { numDeletedRows } = await tx
      .deleteFrom('inbox_marks')
      .where('address', '=', address)
      .where('item', '=', item)
      .executeTakeFirst()
    if (numDeletedRows === 0n) await tx.insertInto('inbox_marks').values({ address, item, read_at_s: 1 }).execute()
  })
}
