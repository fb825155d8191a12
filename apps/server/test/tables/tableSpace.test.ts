import type { Nft } from '@parley/domain'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTableSpace } from '../../src/tables/tableSpace.ts'
import { engines, givenDatabases } from '../given/engines.ts'
import { openBeside, spoil } from '../given/indexTables.ts'
import { openMarket, type Market } from '../given/market.ts'
import { at, type Member, open, refusalOf, serveTwo, signIn, terms } from '../given/tables.ts'
import { startTestServer } from '../given/testServer.ts'

let market: Market
let ofAlice: Nft
let ofBob: Nft
beforeAll(async () => {
  market = await openMarket()
  ofAlice = await market.mint('alice')
  ofBob = await market.mint('bob')
})
afterAll(() => market.stop())

const swap = () => terms({ opener: [ofAlice], guest: [ofBob] })

describe.each(engines)('given little space at tables for a day, over %s', (engine) => {
  const databases = givenDatabases(engine)

  it('gives nothing of the day back by a restart', async () => {
    const database = await databases.fresh()
    const env = { TABLE_KB_PER_DAY: '8' }
    const before = await serveTwo(market, database, env)
    const { tableId } = await open(before.alice, before.bob, swap())
    const say = (member: Member) => refusalOf(at(member, tableId).say('x'.repeat(280)))
    const sayAll = async (member: Member) => [
      await say(member),
      await say(member),
      await say(member),
      await say(member),
    ]
    expect(await sayAll(before.alice)).toEqual([null, null, null, '429 used-up'])
    await before.server.stop()
    const after = await serveTwo(market, database, env)
    try {
      expect(await say(after.alice)).toBe('429 used-up')
      expect(await say(after.bob)).toBeNull()
    } finally {
      await after.server.stop()
    }
  })

  it('lets what was used run down within a day, and deletes the count', async () => {
    const database = await databases.fresh()
    const small = await serveTwo(market, database, { TABLE_KB_PER_DAY: '8' })
    try {
      const { tableId } = await open(small.alice, small.bob, swap())
      const say = () => refusalOf(at(small.alice, tableId).say('x'.repeat(280)))
      expect([await say(), await say(), await say(), await say()]).toEqual([null, null, null, '429 used-up'])
      const laterBy = (ms: number) =>
        spoil(market, database, (tx) =>
          tx
            .updateTable('table_space')
            .set((eb) => ({ at_ms: eb('at_ms', '-', ms) }))
            .execute(),
        )
      // A third of a day later a third of two kilobytes is there again: one note, and no second one.
      await laterBy(8 * 3_600_000)
      expect([await say(), await say()]).toEqual([null, '429 used-up'])
      await laterBy(25 * 3_600_000)
      const db = await openBeside(market, database)
      try {
        await createTableSpace(db, 8 * 1024).sweep()
        expect(await db.read.selectFrom('table_space').selectAll().execute()).toEqual([])
      } finally {
        await db.close()
      }
      expect(await say()).toBeNull()
    } finally {
      await small.server.stop()
    }
  })
})

describe('given two servers that share a PostgreSQL database, and small space', () => {
  const databases = givenDatabases('postgres')

  it('gives a wallet and a network one space for a day at both together', async () => {
    const own = await databases.fresh()
    const env = { TABLE_KB_PER_DAY: '8' }
    const [one, other] = [await startTestServer(market, own, env), await startTestServer(market, own, env)]
    try {
      const [here, there] = [await signIn(one.url, 'alice'), await signIn(other.url, 'alice')]
      const guest = await signIn(other.url, 'bob')
      const table = (await open(here, guest, swap())).tableId
      // All at once, by turns: two kilobytes of a wallet are three notes besides the first version.
      const say = (member: Member) => refusalOf(at(member, table).say('x'.repeat(280)))
      const said = await Promise.all([here, there, here, there, here, there].map(say))
      expect(said.filter((outcome) => outcome === null)).toHaveLength(3)
      expect(said.filter((outcome) => outcome === '429 used-up')).toHaveLength(3)
      expect(await refusalOf(at(guest, table).say('x'.repeat(280)))).toBeNull()
      const db = await openBeside(market, own)
      const rows = await db.read
        .selectFrom('table_space')
        .selectAll()
        .execute()
        .finally(() => db.close())
      // The network's count has no address in it, and holds what both wallets wrote.
      const isWallet = ({ key }: { key: string }) => key.startsWith('0x')
      const ofWallets = rows.filter(isWallet).reduce((sum, { used }) => sum + used, 0)
      const networks = rows.filter((row) => !isWallet(row))
      expect(networks).toHaveLength(1)
      expect(networks[0]?.key).toMatch(/^[\w-]{43}$/)
      expect(Math.abs((networks[0]?.used ?? 0) - ofWallets)).toBeLessThan(100)
    } finally {
      await one.stop()
      await other.stop()
    }
  })
})
