import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Database } from '../../src/db/database.ts'
import { saveOffers } from '../../src/offers/offerStore.ts'
import { createIndexSource } from '../../src/stats/takeStats.ts'
import { givenFolder } from '../given/engines.ts'
import { openWatched } from '../given/indexTables.ts'
import { hash, offerNumber } from '../given/offerNumber.ts'

const count = 5_000
const at = { number: count - 2, hash: '0x', timeS: 2_000_000_000 } as const

describe('given thousands of offers in the index', () => {
  const folder = givenFolder()
  let asked: Set<string>
  let db: Database
  beforeAll(async () => {
    ;({ db, asked } = await openWatched(folder.path('index')))
    await saveOffers(
      db.write,
      Array.from({ length: count }, (_, number) => offerNumber(number)),
    )
  })
  afterAll(() => db.close())

  it('reads each of them once, up to the block, and yields in between', async () => {
    asked.clear()
    let turns = 0
    let reading = true
    const look = (): void => {
      turns += 1
      if (reading) setImmediate(look)
    }
    setImmediate(look)
    const read: string[] = []
    for await (const offers of createIndexSource(db.read).offersAt(at, new AbortController().signal)) {
      read.push(...offers.map(({ id }) => id))
    }
    reading = false
    expect(read).toEqual(Array.from({ length: at.number + 1 }, (_, number) => hash(number)))
    expect(turns).toBeGreaterThan(2)
  })

  it('finds each page of them by its first, and does not walk past all those before', async () => {
    asked.clear()
    for await (const offers of createIndexSource(db.read).offersAt(at, new AbortController().signal))
      expect(offers.length).toBeGreaterThan(0)
    expect(asked.size).toBe(1)
    const file = new Sqlite(join(folder.path('index'), 'parley.sqlite'), { readonly: true })
    const plans = [...asked].flatMap((sql) =>
      file.prepare<unknown[], { detail: string }>(`explain query plan ${sql}`).all(at.number, '0x', 500),
    )
    file.close()
    expect(plans.map(({ detail }) => detail)).toEqual([
      expect.stringMatching(/^SEARCH offers USING INDEX .*\(id>\?\)$/),
    ])
  })
})
