import { execFile } from 'node:child_process'
import { copyFile, mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync, backup } from 'node:sqlite'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { engines, ownDatabases, type DatabaseEnv } from '../given/engines.ts'
import { openMarket, type Market } from '../given/market.ts'
import { startTestServer, until } from '../given/testServer.ts'

const run = promisify(execFile)
/** The folder of PostgreSQL's programs, if they aren't on the path. */
const bin = process.env['POSTGRES_BIN'] ?? ''

/** Runs the commands of docs/operating.md into an empty database beside the original. */
async function copyOf(from: DatabaseEnv, to: DatabaseEnv): Promise<void> {
  await mkdir(to.PARLEY_DATA, { recursive: true })
  const dump = join(to.PARLEY_DATA, 'parley.dump')
  if (from.DATABASE_URL) {
    await run(join(bin, 'pg_dump'), ['--format=custom', `--file=${dump}`, from.DATABASE_URL])
    await run(join(bin, 'pg_restore'), ['--clean', '--if-exists', `--dbname=${to.DATABASE_URL}`, dump])
    return
  }
  const db = new DatabaseSync(join(from.PARLEY_DATA, 'parley.sqlite'), { readOnly: true })
  await backup(db, dump)
  db.close()
  await copyFile(dump, join(to.PARLEY_DATA, 'parley.sqlite'))
}

describe.each(engines)('given a backup of %s that was taken while the server ran', (engine) => {
  const databases = ownDatabases(engine)
  let market: Market
  beforeAll(async () => {
    market = await openMarket()
  })
  afterAll(() => market.stop())

  it('continues from the restored state instead of rebuilding', async () => {
    const [from, to] = [await databases.fresh(), await databases.fresh()]
    const server = await startTestServer(market, from)
    const before = await market.offer()
    await until(async () => (await server.offer(before))?.isActive)
    await copyOf(from, to)
    await server.stop()
    const after = await market.offer()
    await market.cancel(before)
    const restored = await startTestServer(market, to)
    try {
      await until(async () => (await restored.offer(before))?.status === 'cancelled')
      await until(async () => (await restored.offer(after))?.isActive)
      expect(restored.log.some((line) => line.includes('built again'))).toBe(false)
    } finally {
      await restored.stop()
    }
  })
})
