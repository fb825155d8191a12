import { pino } from 'pino'
import { readConfig } from '../../src/config/readConfig.ts'
import type { Selectable } from 'kysely'
import type { Database } from '../../src/db/database.ts'
import type { OffersTable } from '../../src/db/schema.ts'
import { openDatabase } from '../../src/db/openDatabase.ts'
import type { DatabaseEnv } from './engines.ts'
import type { Market } from './market.ts'

/** Opens a server's database beside it, to look at what it stored or to spoil it. */
export async function openBeside(market: Pick<Market, 'deploymentFile'>, database: DatabaseEnv): Promise<Database> {
  const { deploymentFile } = market
  const config = readConfig({ ...database, DEPLOYMENT_FILE: deploymentFile, RPC_URLS: 'http://127.0.0.1:9' })
  return openDatabase(config.database, pino({ level: 'silent' }))
}

/** All that the index holds of offers, in one order on both engines. */
export async function offerRows(db: Database): Promise<readonly Selectable<OffersTable>[]> {
  const rows = await db.read.selectFrom('offers').selectAll().execute()
  return rows.toSorted((one, other) => (one.id < other.id ? -1 : 1))
}
