import { nftKey, type Nft } from '@parley/domain'
import type { LiveEvent } from '@parley/protocol'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Context } from '../../src/context.ts'
import type { Database } from '../../src/db/database.ts'
import { openDatabase } from '../../src/db/openDatabase.ts'
import { createLiveFeed } from '../../src/live/liveFeed.ts'
import { createTokenNames } from '../../src/names/createTokenNames.ts'

const owner = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const contract = '0x54C800d2331E10467143911aabCa092d68bF4166'
const nft = (tokenId: bigint): Nft => ({ contract, tokenId })
const log = pino({ level: 'silent' })

let folder: string
let db: Database
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'parley-names-'))
  db = await openDatabase({ engine: 'sqlite', folder }, log)
})
afterEach(async () => {
  await db.close()
  await rm(folder, { recursive: true, force: true })
})

/** Metadata by token id; null is one that gives no name, a missing one cannot be read. */
function given(metadata: Record<string, string | null>, times = { patienceMs: 0, freshS: 60, failedMs: 60_000 }) {
  const asked: string[] = []
  const told: LiveEvent[] = []
  const live = createLiveFeed()
  live.subscribe(({ event }) => told.push(event))
  const context: Pick<Context, 'db' | 'live' | 'log'> = { db, live, log }
  const names = createTokenNames(
    context,
    async ({ tokenId }) => {
      asked.push(String(tokenId))
      const name = metadata[String(tokenId)]
      if (name === undefined) throw new Error('nothing there')
      return { name, attributes: [], images: [] }
    },
    times,
  )
  return { names, asked, told }
}

describe('given tokens with unread names', () => {
  it('are shown without names, then read, and their owner’s pages are notified', async () => {
    const { names, told } = given({ 1: 'Sunny', 2: null })
    expect(await names.of(owner, [nft(1n), nft(2n)])).toEqual(new Map())
    await expect.poll(() => told).toEqual([{ type: 'holdings', addresses: [owner] }])
    expect(await names.of(owner, [nft(1n), nft(2n)])).toEqual(new Map([[nftKey(nft(1n)), 'Sunny']]))
  })

  it('are asked for once, also by many, and also when there is nothing to be read', async () => {
    const { names, asked, told } = given({ 1: 'Sunny' })
    await Promise.all(Array.from({ length: 20 }, () => names.of(owner, [nft(1n), nft(7n)])))
    await expect.poll(() => told.length).toBe(1)
    await names.of(owner, [nft(1n), nft(7n)])
    names.close()
    expect(asked.toSorted()).toEqual(['1', '7'])
  })

  it('keep their names for the next start, and are read again when they are old', async () => {
    const first = given({ 1: 'Hidden' })
    await first.names.of(owner, [nft(1n)])
    await expect.poll(() => first.told.length).toBe(1)
    const next = given({ 1: 'Revealed' })
    expect([...(await next.names.of(owner, [nft(1n)])).values()]).toEqual(['Hidden'])
    const later = given({ 1: 'Revealed' }, { patienceMs: 0, freshS: -60, failedMs: 60_000 })
    expect([...(await later.names.of(owner, [nft(1n)])).values()]).toEqual(['Hidden'])
    await expect.poll(() => later.told.length).toBe(1)
    expect([...(await later.names.of(owner, [nft(1n)])).values()]).toEqual(['Revealed'])
    later.names.close()
    expect(next.asked).toEqual([])
  })
})
