import { statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { openSqlite } from '../../src/db/openSqlite.ts'
import { createWalCheckpointer } from '../../src/db/walCheckpointer.ts'
import { givenFolder } from '../given/givenFolder.ts'
import { until } from '../given/testServer.ts'

const megabyte = 1024 * 1024

describe('given a SQLite database', () => {
  const folder = givenFolder()

  it('moves what was written out of the log before a commit has to, and loses nothing of it', async () => {
    const place = folder.path('written')
    const db = await openSqlite(place)
    const names = Array.from({ length: 1_000 }, (_, number) => `${number} `.padEnd(4 * 1024, 'x'))
    for (const [number, name] of names.entries()) {
      await db.change((tx) =>
        tx
          .insertInto('token_names')
          .values({ contract: 'one', token: `${number}`, name, read_at_s: 1 })
          .execute(),
      )
    }
    // Commits themselves leave the database's file alone until the log holds 64 MiB.
    await until(async () => statSync(join(place, 'parley.sqlite')).size > 3 * megabyte)
    await db.close()
    const again = await openSqlite(place)
    const rows = await again.read.selectFrom('token_names').select('name').execute()
    await again.close()
    expect(rows.map(({ name }) => name).toSorted()).toEqual(names.toSorted())
  })

  it('leaves the log to the commits where the thread cannot work', async () => {
    const file = folder.path('nothing.sqlite')
    writeFileSync(`${file}-wal`, Buffer.alloc(2 * megabyte))
    const checkpointer = createWalCheckpointer(file)
    expect(() => checkpointer.committed()).not.toThrow()
    await checkpointer.close()
    expect(() => checkpointer.committed()).not.toThrow()
  })
})
