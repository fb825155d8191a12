import { alice, bob } from '@parley/domain/test/givenOffer'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { databaseChoice } from '../../src/config/readConfig.ts'
import type { Database } from '../../src/db/database.ts'
import { openDatabase } from '../../src/db/openDatabase.ts'
import { createSessionStore, type SessionStore } from '../../src/sessions/sessionStore.ts'
import { engines, givenDatabases } from '../given/engines.ts'

describe.each(engines)('given the sessions of %s', (engine) => {
  const databases = givenDatabases(engine)
  let db: Database
  let other: Database
  let store: SessionStore
  const announced: string[] = []
  beforeAll(async () => {
    const choice = databaseChoice(await databases.fresh())
    const log = pino({ level: 'silent' })
    db = await openDatabase(choice, log)
    other = await openDatabase(choice, log)
    store = createSessionStore(db, async (_tx, ended) => void announced.push(...ended))
  })
  afterAll(async () => {
    await other.close()
    await db.close()
  })

  const add = (id: string, { address = alice, atS = 1_000, replaces = null as string | null } = {}) =>
    store.add({
      id,
      address,
      createdAtS: atS,
      expiresAtS: atS + 100,
      nonce: { text: `nonce of ${id}`, expiresAtS: atS + 10 },
      replaces,
    })

  it('makes nonces by one key, on however many servers', async () => {
    // Only PostgreSQL has several servers.
    const elsewhere = createSessionStore(engine === 'postgres' ? other : db, async () => undefined)
    const keys = await Promise.all([store.secret(), elsewhere.secret(), store.secret()])
    expect(keys[0]).toHaveLength(32)
    expect(keys[1]).toEqual(keys[0])
    expect(keys[2]).toEqual(keys[0])
  })

  it('forgets sessions and nonces that are over, and nothing else', async () => {
    await add('old', { atS: 1_000 })
    await add('new', { atS: 1_050 })
    expect(await store.existing(['old', 'new', 'made up'], 1_099)).toEqual(new Set(['old', 'new']))
    expect(await store.find('old', 1_100)).toBeNull()
    await store.sweep(1_100)
    expect(await store.find('old', 1_000)).toBeNull()
    expect(await store.find('new', 1_100)).toMatchObject({ address: alice })
    const nonces = await db.read.selectFrom('sign_in_nonces').select('nonce').execute()
    expect(nonces).toEqual([])
  })

  it('keeps twenty of a wallet, and tells which has to go', async () => {
    for (let at = 0; at < 20; at += 1) expect(await add(`b${at}`, { address: bob, atS: 2_000 + at })).toEqual([])
    announced.length = 0
    expect(await add('b20', { address: bob, atS: 2_030 })).toEqual(['b0'])
    expect(await add('b21', { address: bob, atS: 2_031, replaces: 'b20' })).toEqual(
      expect.arrayContaining(['b1', 'b20']),
    )
    expect(new Set(announced)).toEqual(new Set(['b0', 'b1', 'b20']))
    expect(await store.find('new', 1_100)).not.toBeNull()
  })

  it('keeps no more of them when many sign in at once', async () => {
    const ids = Array.from({ length: 30 }, (_, at) => `c${at}`)
    await Promise.all(ids.map((id) => add(id, { address: '0x976EA74026E726554dB657fA54763abd0C3a0aa9', atS: 3_000 })))
    expect((await store.existing(ids, 3_000)).size).toBe(20)
  })

  it('ends one session or all of the wallet', async () => {
    const session = await store.find('b21', 2_040)
    if (!session) throw new Error('there is no session')
    expect(await store.end(session, false)).toEqual(['b21'])
    expect(await store.end(session, false)).toEqual([])
    expect(await store.end(session, true)).toHaveLength(18)
    expect(await store.find('new', 1_100)).not.toBeNull()
  })
})
