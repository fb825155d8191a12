import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Database } from '../../src/db/database.ts'
import { saveOffers } from '../../src/offers/offerStore.ts'
import { acceptableOffers } from '../../src/traders/traderStore.ts'
import { givenFolder } from '../given/engines.ts'
import { openWatched } from '../given/indexTables.ts'
import { offerNumber } from '../given/offerNumber.ts'

describe('given a wallet with open offers', () => {
  const folder = givenFolder()
  let asked: Set<string>
  let db: Database
  beforeAll(async () => {
    ;({ db, asked } = await openWatched(folder.path('index')))
    const offers = Array.from({ length: 20 }, (_, number) => offerNumber(number, { expiresAtS: 2_000 }))
    await saveOffers(db.write, offers)
  })
  afterAll(() => db.close())

  it('finds a page of them in their order, without sorting all that can be accepted', async () => {
    const { creator } = offerNumber(0)
    asked.clear()
    const found = await acceptableOffers(db.read, { creator, nowS: 1_000 }, { after: null, limit: 5 })
    const blocks = found.map(({ createdBlock }) => createdBlock)
    expect(blocks).toHaveLength(5)
    expect(blocks).toEqual(blocks.toSorted((one, other) => other - one))
    expect(await acceptableOffers(db.read, { creator, nowS: 3_000 }, { after: null, limit: 5 })).toEqual([])
    const file = new Sqlite(join(folder.path('index'), 'parley.sqlite'), { readonly: true })
    const plans = [...asked].flatMap((sql) =>
      file.prepare<unknown[], { detail: string }>(`explain query plan ${sql}`).all(creator, 1_000, 5),
    )
    file.close()
    expect(plans.map(({ detail }) => detail)).toEqual([
      'SEARCH offers USING INDEX offers_open_creator (creator=?)',
      // Offers of one block.
      'USE TEMP B-TREE FOR LAST TERM OF ORDER BY',
    ])
  })
})
