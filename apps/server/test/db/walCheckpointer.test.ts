import { statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { openSqlite } from '../../src/db/openDatabase.ts'
import { copiedAtBytes, createWalCheckpointer } from '../../src/db/walCheckpointer.ts'
import { givenFolder } from '../given/engines.ts'
import { until } from '../given/testServer.ts'

const megabyte = 1024 * 1024

describe('given a SQLite database', () => {
  const folder = givenFolder()

  it('moves what was written out of the log before a commit has to, and loses nothing of it', async () => {
    const place = folder.path('written')
    const db = await openSqlite(place)
    const names = Array.from({ length: 2_000 }, (_, number) => `${number} `.padEnd(4 * 1024, 'x'))
    for (const [number, name] of names.entries()) {
      await db.change((tx) =>
        tx
          .insertInto('token_names')
          .values({ contract: 'one', token: `${number}`, name, read_at_s: 1 })
          .execute(),
      )
    }
    // Commits leave the database file alone until the WAL holds 64 MiB. The first commit after a full checkpoint
    // restarts it.
    let readAtS = 1
    await until(async () => {
      readAtS += 1
      await db.change((tx) =>
        tx.updateTable('token_names').set({ read_at_s: readAtS }).where('token', '=', '0').execute(),
      )
      return statSync(join(place, 'parley.sqlite-wal')).size < copiedAtBytes
    })
    expect(statSync(join(place, 'parley.sqlite')).size).toBeGreaterThan(names.length * 4 * 1024)
    await db.close()
    const again = await openSqlite(place)
    const rows = await again.read.selectFrom('token_names').select('name').execute()
    await again.close()
    expect(rows.map(({ name }) => name).toSorted()).toEqual(names.toSorted())
  })

  it('leaves the log to the commits where the thread cannot work, or there is no log', async () => {
    const file = folder.path('nothing.sqlite')
    const checkpointer = createWalCheckpointer(file, 64 * megabyte)
    expect(() => checkpointer.committed()).not.toThrow()
    await checkpointer.close()
    writeFileSync(`${file}-wal`, Buffer.alloc(2 * copiedAtBytes))
    const failing = createWalCheckpointer(file, 64 * megabyte)
    expect(() => failing.committed()).not.toThrow()
    await failing.close()
    expect(() => failing.committed()).not.toThrow()
    await failing.close()
  })
})
