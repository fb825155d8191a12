import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Database } from '../../src/db/database.ts'
import { openSqlite } from '../../src/db/openDatabase.ts'
import { saveOffers } from '../../src/offers/offerStore.ts'
import { noteAllTaken } from '../../src/offers/takenNfts.ts'
import { offerNumber } from '../given/offerNumber.ts'

describe('given a database of SQLite that answers requests', () => {
  let folder: string
  let db: Database
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'parley-snapshot-'))
    db = await openSqlite(folder)
  })
  afterAll(async () => {
    await db.close()
    await rm(folder, { recursive: true, force: true })
  })

  const mark = (item: string) =>
    db.transact((tx) => tx.insertInto('inbox_marks').values({ address: '0x1', item, read_at_s: 1 }).execute())
  const query = () => db.read.selectFrom('inbox_marks').select('item').orderBy('item')
  const items = async () => (await query().execute()).map(({ item }) => item)
  const both = (): { snapshot: NonNullable<Database['snapshotNow']>; count: () => number } => {
    const { prepareNow, snapshotNow } = db
    if (!prepareNow || !snapshotNow) throw new Error('SQLite is read at once')
    const run = prepareNow(query().compile())
    return { snapshot: snapshotNow, count: () => run([]).length }
  }

  it('sees on one snapshot what was written since, also after reads that failed', async () => {
    const { snapshot, count } = both()
    await mark('a')
    expect(snapshot(() => [count(), count()])).toEqual([1, 1])
    await mark('b')
    expect(snapshot(count)).toBe(2)
    expect(() =>
      snapshot(() => {
        count()
        throw new Error('damaged')
      }),
    ).toThrow('damaged')
    await mark('c')
    expect(snapshot(count)).toBe(3)
    expect(await items()).toEqual(['a', 'b', 'c'])
  })

  it('shares the snapshot of the reads around it, also where it failed', async () => {
    const { snapshot, count } = both()
    const before = snapshot(count)
    const other = new Sqlite(join(folder, 'parley.sqlite'))
    const seen = snapshot(() => {
      const first = count()
      expect(() =>
        snapshot(() => {
          throw new Error('damaged')
        }),
      ).toThrow('damaged')
      other.prepare("insert into inbox_marks (address, item, read_at_s) values ('0x1', 'within', 1)").run()
      return [first, snapshot(count), count()]
    })
    other.close()
    expect(seen).toEqual([before, before, before])
    expect(snapshot(count)).toBe(before + 1)
  })

  it('lets requests through while the NFTs of all open offers are looked for', async () => {
    const offers = Array.from({ length: 3_000 }, (_, index) => offerNumber(index + 1))
    await db.change((tx) => saveOffers(tx, offers))
    let isRunning = true
    let turns = 0
    const turn = (): void => {
      turns += 1
      if (isRunning) setImmediate(turn)
    }
    setImmediate(turn)
    await db.change((tx) => noteAllTaken(tx))
    isRunning = false
    expect(turns).toBeGreaterThan(2)
  })
})
