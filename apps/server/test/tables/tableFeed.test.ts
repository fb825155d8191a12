import { openTable, playMove, type TableStep } from '@parley/domain'
import { tableEventsPath } from '@parley/protocol'
import { fastify } from 'fastify'
import { pino } from 'pino'
import { describe, expect, it } from 'vitest'
import { openSqlite } from '../../src/db/openDatabase.ts'
import { createFence } from '../../src/fence.ts'
import type { ChangedTable } from '../../src/inbox/keptInboxes.ts'
import { createTableFeed } from '../../src/tables/tableFeed.ts'
import { createTablePages } from '../../src/tables/tablePages.ts'
import { addTable, findTable, type SavedTable, saveStep } from '../../src/tables/tableStore.ts'
import { givenFolder } from '../given/engines.ts'
import { RawClient } from '../given/rawClient.ts'

const opener = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const guest = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC'
const id = 'T'.repeat(22)

function stepOf(step: ReturnType<typeof openTable>): TableStep {
  if ('refusal' in step) throw new Error(step.refusal)
  return step
}

describe('given changes of a table at the server that makes them', () => {
  const folder = givenFolder()

  /** A table in a database, the reads of its inboxes, and the statements that they took. */
  async function seat() {
    const reads: string[] = []
    const db = await openSqlite(folder.path(`table${Math.random()}`), (database) => ({
      close: () => database.close(),
      prepare(sql) {
        if (sql.startsWith('select')) reads.push(sql)
        return database.prepare(sql)
      },
    }))
    const deal = { opener: { nfts: [], wei: 1n }, guest: { nfts: [], wei: 2n }, durationMinutes: 1440 } as const
    const facts = { id, opener, guest, portal: null, counters: null } as const
    const first = stepOf(openTable(facts, { by: 'opener', deal, note: '', isReady: false }, 1))
    await db.transact((tx) => addTable(tx, first, { toStranger: false }))
    const heard: (() => Promise<ChangedTable>)[] = []
    const log = pino({ level: 'silent' })
    const feed = await createTableFeed({
      db,
      log,
      fence: createFence(log),
      sessions: { require: () => Promise.reject(new Error('nobody is here')), onEnded: () => () => undefined },
      inbox: {
        follow: () => ({ known: Promise.resolve(), end: () => undefined }),
        counts: async () => ({ unread: 0, needsYou: 0 }),
        announce: async () => undefined,
        tableChanged: (_wallets, read) => void heard.push(read),
      },
      closedTables: { closed: () => undefined, blocked: () => undefined, lookAgain: () => undefined },
      seatsPerMinute: 60,
    })
    const say = async (text: string): Promise<SavedTable> => {
      const before = await findTable(db.read, id)
      if (!before) throw new Error('the table is gone')
      const step = stepOf(playMove(before.table, { kind: 'say', text }, { by: 'guest', nowS: 2, isOfferOpen: false }))
      const saved = await db.transact((tx) => saveStep(tx, before, step))
      if (!saved) throw new Error('somebody else was faster')
      return saved
    }
    const tell = (saved: SavedTable) => feed.tell(saved.table, saved.entries - 1, saved)
    const close = async () => {
      await feed.close()
      await db.close()
    }
    return { db, say, tell, heard, reads, close }
  }

  it('reach pages and inboxes without a read of the database', async () => {
    const { say, tell, heard, reads, close } = await seat()
    const one = await say('one')
    reads.length = 0
    tell(one)
    expect((await heard[0]?.())?.stored).toMatchObject({ entries: 2, seen: { guest: 2 } })
    expect(reads).toEqual([])
    await close()
  })

  it('never bring an older state after a newer one, in whatever order the commits are answered', async () => {
    const { say, tell, heard, close } = await seat()
    const [one, two] = [await say('one'), await say('two')]
    tell(two)
    tell(one)
    const entries = []
    for (const read of heard) entries.push((await read()).stored.entries)
    expect(entries).toEqual([3, 3])
    await close()
  })

  it('are refused where another change was faster, and leave no line behind', async () => {
    const { db, say, close } = await seat()
    const before = await findTable(db.read, id)
    await say('faster')
    if (!before) throw new Error('the table is gone')
    const late = stepOf(
      playMove(before.table, { kind: 'say', text: 'late' }, { by: 'opener', nowS: 3, isOfferOpen: false }),
    )
    expect(await db.transact((tx) => saveStep(tx, before, late))).toBeNull()
    const rows = await db.read.selectFrom('table_entries').select('text').where('table_id', '=', id).execute()
    expect(rows.map(({ text }) => text)).toEqual(['', 'faster'])
    await close()
  })
})

describe('given a page that opens its stream', () => {
  const folder = givenFolder()

  it('is greeted once changes of its inbox are measured, and reads no older inbox', async () => {
    const db = await openSqlite(folder.path('stream'))
    const log = pino({ level: 'silent' })
    const followed = Promise.withResolvers<void>()
    const known = Promise.withResolvers<void>()
    const order: string[] = []
    const pages = createTablePages({
      db,
      log,
      fence: createFence(log),
      sessions: {
        require: async () => ({ id: 'one', address: opener, expiresAtS: 4_000_000_000 }),
        onEnded: () => () => undefined,
      },
      inbox: {
        follow() {
          followed.resolve()
          return { known: known.promise, end: () => undefined }
        },
        async counts() {
          order.push('greeting')
          return { unread: 0, needsYou: 0 }
        },
      },
      seatsPerMinute: 60,
      seats: {
        join: async () => async () => undefined,
        here: async () => ({ opener: true, guest: false }),
        unwatched: () => undefined,
      },
    })
    const app = fastify()
    app.decorateRequest('network', '127.0.0.1')
    pages.attach(app)
    const client = await RawClient.connect(await app.listen({ port: 0 }))
    client.send(`GET ${tableEventsPath}?as=${opener} HTTP/1.1\r\nhost: x\r\n\r\n`)
    await followed.promise
    // Longer than a greeting takes that waits for nothing.
    for (let turn = 0; turn < 20; turn += 1) await findTable(db.read, id)
    order.push('known')
    known.resolve()
    await client.hears('"hello"')
    expect(order).toEqual(['known', 'greeting'])
    client.leave()
    await app.close()
    await db.close()
  })
})
