import { nftKey, type Nft } from '@parley/domain'
import type { LiveEvent } from '@parley/protocol'
import { pino } from 'pino'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Context } from '../../src/context.ts'
import type { Database } from '../../src/db/database.ts'
import { openDatabase } from '../../src/db/openDatabase.ts'
import { createLiveFeed } from '../../src/live/liveFeed.ts'
import { databaseChoice } from '../../src/config/readConfig.ts'
import { tokenKey } from '../../src/holdings/ownerRows.ts'
import type { Metadata } from '../../src/images/createMetadataReader.ts'
import { pictureVersion } from '../../src/images/pictureVersion.ts'
import { createPictureVersions, createTokenNames, type TokenLooks } from '../../src/names/createTokenNames.ts'
import { engines, givenDatabases } from '../given/engines.ts'
import { until } from '../given/testServer.ts'

const owner = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const contract = '0x54C800d2331E10467143911aabCa092d68bF4166'
const nft = (tokenId: bigint): Nft => ({ contract, tokenId })
const log = pino({ level: 'silent' })

/** A token's metadata name another picture with each name. */
const metadataOf = (name: string | null): Metadata => ({
  name,
  attributes: [],
  images: [`ipfs://QmYwAPJzv5CZsnA625s3Xf2nemtYgPpHdWEz79ojWnPbdG/${name}.png`],
})
const pictureOf = (name: string | null) => pictureVersion(metadataOf(name).images)
const usual = { patienceMs: 0, freshS: 60, failedMs: 60_000 }

/** Metadata by token id; null is one that gives no name, a missing one cannot be read. */
function namesOf(db: Database, metadata: Record<string, string | null>, times = usual) {
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
      return metadataOf(name)
    },
    times,
  )
  return { names, asked, told }
}
const namesIn = (looks: TokenLooks) => [...looks.values()].map(({ name }) => name)

describe('given tokens with unread names', () => {
  const databases = givenDatabases('sqlite')
  let db: Database
  beforeEach(async () => {
    db = await openDatabase(databaseChoice(await databases.fresh()), log)
  })
  afterEach(() => db.close())
  const given = (metadata: Record<string, string | null>, times = usual) => namesOf(db, metadata, times)

  it('are shown without names, then read, and their owner’s pages are notified', async () => {
    const { names, told } = given({ 1: 'Sunny', 2: null })
    expect(await names.of(owner, [nft(1n), nft(2n)])).toEqual(new Map())
    await expect.poll(() => told).toEqual([{ type: 'holdings', addresses: [owner] }])
    expect(await names.of(owner, [nft(1n), nft(2n)])).toMatchObject(
      new Map([
        [nftKey(nft(1n)), { name: 'Sunny', picture: pictureOf('Sunny') }],
        [nftKey(nft(2n)), { name: '', picture: pictureOf(null) }],
      ]),
    )
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
    expect(namesIn(await next.names.of(owner, [nft(1n)]))).toEqual(['Hidden'])
    const later = given({ 1: 'Revealed' }, { patienceMs: 0, freshS: -60, failedMs: 60_000 })
    expect(namesIn(await later.names.of(owner, [nft(1n)]))).toEqual(['Hidden'])
    await expect.poll(() => later.told.length).toBe(1)
    expect(namesIn(await later.names.of(owner, [nft(1n)]))).toEqual(['Revealed'])
    later.names.close()
    expect(next.asked).toEqual([])
  })
})

describe.each(engines)('given tokens whose pictures have versions, on %s', (engine) => {
  const databases = givenDatabases(engine)
  let db: Database
  beforeEach(async () => {
    db = await openDatabase(databaseChoice(await databases.fresh()), log)
  })
  afterEach(() => db.close())
  const given = (metadata: Record<string, string | null>, times = usual) => namesOf(db, metadata, times)

  it('are read again where an older release stored a name without a version', async () => {
    await db.transact((tx) =>
      tx
        .insertInto('token_names')
        .values({ contract, token: tokenKey(1n), name: 'Sunny', read_at_s: Math.floor(Date.now() / 1000) })
        .execute(),
    )
    const { names, told } = given({ 1: 'Sunny' })
    expect((await names.of(owner, [nft(1n)])).get(nftKey(nft(1n)))).toMatchObject({ name: 'Sunny', picture: '' })
    await expect.poll(() => told.length).toBe(1)
    expect((await names.of(owner, [nft(1n)])).get(nftKey(nft(1n)))).toMatchObject({
      name: 'Sunny',
      picture: pictureOf('Sunny'),
    })
  })

  it('have the new picture as soon as a server has read of a reveal, and their owner’s pages are notified', async () => {
    const metadata: Record<string, string> = { 1: 'Hidden' }
    const { names, told } = given(metadata)
    await names.of(owner, [nft(1n)])
    await expect.poll(() => told.length).toBe(1)
    const versions = createPictureVersions({ db, log })
    const other = createPictureVersions({ db, log })
    // Each again where the database takes a second, which no picture waits for.
    await until(async () => (await other.of(nft(1n), true)) === pictureOf('Hidden'))
    metadata['1'] = 'Revealed'
    await until(async () => {
      await versions.renew(nft(1n), metadataOf('Revealed'))
      return (await versions.of(nft(1n))) === pictureOf('Revealed')
    })
    await until(async () => (await other.of(nft(1n), true)) === pictureOf('Revealed'))
    const [look] = (await names.of(owner, [nft(1n)])).values()
    expect(look?.picture).toBe(pictureOf('Revealed'))
    await expect.poll(() => told.length).toBe(2)
  })

  it('get a row once their picture is cached, not whenever their metadata is read', async () => {
    const versions = createPictureVersions({ db, log })
    await versions.renew(nft(3n), metadataOf(null))
    expect(await versions.of(nft(3n), true)).toBeUndefined()
    await versions.keep(nft(3n), metadataOf(null))
    await until(async () => (await versions.of(nft(3n), true)) === pictureOf(null))
  })

  it('keep the versions that are known while the database is away', async () => {
    const away = await openDatabase(databaseChoice(await databases.fresh()), log)
    const versions = createPictureVersions({ db: away, log })
    await versions.keep(nft(4n), metadataOf('Sunny'))
    await away.close()
    expect(await versions.of(nft(4n), true)).toBe(pictureOf('Sunny'))
    expect(await versions.of(nft(5n))).toBeUndefined()
    await versions.renew(nft(4n), metadataOf('Revealed'))
  })
})
