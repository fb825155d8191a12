import { offerIdOf, offerNumberOf } from '@parley/chain'
import type { OfferId } from '@parley/domain'
import { startRpcProxy } from '@parley/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import type { Database } from '../../src/db/database.ts'
import { countMissing } from '../../src/offers/offerConsumer.ts'
import { removeOffers } from '../../src/offers/offerStore.ts'
import { engines, givenDatabases } from '../given/engines.ts'
import { openBeside } from '../given/indexTables.ts'
import { openMarket, type Market } from '../given/market.ts'
import { startTestServer, until } from '../given/testServer.ts'

describe.each(engines)('given offers of an escrow, and an index of them in %s', (engine) => {
  const databases = givenDatabases(engine)
  const ids: OfferId[] = []
  let market: Market
  let db: Database
  beforeAll(async () => {
    market = await openMarket()
    for (let count = 0; count < 3; count += 1) ids.push(await market.offer())
    const database = await databases.fresh()
    const server = await startTestServer(market, database)
    // An offer requested by its id is found on chain before it is indexed, so request each.
    for (const id of ids) await until(() => server.offer(id))
    await server.stop()
    db = await openBeside(market, database)
  })
  afterAll(async () => {
    await db.close()
    await market.stop()
  })

  it('knows the ids from the numbers, and the numbers from the ids', () => {
    expect(ids.map(offerNumberOf)).toEqual([1, 2, 3])
    expect([1, 2, 3].map((number) => offerIdOf(market.escrow.address, number))).toEqual(ids)
    const largest = 0xff_ff_ff_ff
    expect(offerNumberOf(offerIdOf(market.escrow.address, largest))).toBe(largest)
    expect(offerNumberOf(`0x${'ab'.repeat(32)}`)).toBeNull()
  })

  it('misses none, and notices one that is left out', async () => {
    expect(await countMissing(db.read, market.escrow.address)).toBe(0)
    await removeOffers(db.write, ids.slice(1, 2))
    expect(await countMissing(db.read, market.escrow.address)).toBe(1)
    expect(await countMissing(db.read, market.collection)).toBe(0)
  })
})

describe('given an endpoint that leaves one offer out of the logs, and headers that do not tell', () => {
  const databases = givenDatabases('sqlite')

  it('notes that something is missing as soon as the next one is read', async () => {
    const market = await openMarket()
    const [, second] = [await market.offer(), await market.offer(), await market.offer()]
    const proxy = await startRpcProxy(market.chain.url, {
      interfere: () => ({ kind: 'edit', edit: (text) => without(second, text) }),
    })
    const database = await databases.fresh()
    const server = await startTestServer(market, database, { RPC_URLS: proxy.url })
    const db = await openBeside(market, database)
    try {
      const isNoted = async () => {
        const rows = await db.read.selectFrom('checkpoints').select('consumer').execute()
        return rows.some(({ consumer }) => consumer === `gap:offers:${market.escrow.address}`)
      }
      expect(await until(isNoted)).toBe(true)
    } finally {
      await Promise.all([db.close(), server.stop()])
      await Promise.all([proxy.stop(), market.stop()])
    }
  })
})

/** An answer without the logs of an offer, and with headers that say nothing of logs. */
function without(id: OfferId, text: string): string {
  return JSON.stringify(
    JSON.parse(text, (key, value: unknown) => {
      if (key === 'logsBloom') return undefined
      const logs = z.array(z.looseObject({ topics: z.array(z.string()) })).safeParse(value)
      return logs.success ? logs.data.filter(({ topics }) => !topics.includes(id)) : value
    }),
  )
}
