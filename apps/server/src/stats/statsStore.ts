import type { RefreshFailure, WireStats, WireTrade } from '@parley/protocol'
import type { Database } from '../db/database.ts'
import type { Queryable } from '../db/schema.ts'
import { storedChainIdentity } from '../indexer/reorg.ts'

export type StoredStats = Omit<WireStats, 'success' | 'refreshFailure'>

/** The latest Trade Stats. */
export interface Snapshot {
  readonly refreshedAtMs: number
  readonly stats: StoredStats
  readonly trades: readonly WireTrade[]
}

/** Results of recent refresh attempts. */
export interface RefreshState {
  /** Consecutive failures. */
  readonly failures: number
  readonly failure: { readonly reason: RefreshFailure; readonly atMs: number } | null
}

/** Identifies the index's chain; null before it has seen one. */
export async function readChainKey(db: Queryable): Promise<string | null> {
  const identity = await storedChainIdentity(db)
  return identity && `${identity.chainId}/${identity.genesisHash}/${identity.firstHash ?? ''}`
}

/** When this chain's numbers were counted; null if never. Cheaper than reading the numbers. */
export async function readRefreshedAtMs(db: Queryable): Promise<number | null> {
  const chainKey = await readChainKey(db)
  const row = await db.selectFrom('stats_snapshot').select(['chain_key', 'refreshed_at_ms']).executeTakeFirst()
  return row && row.chain_key === chainKey ? row.refreshed_at_ms : null
}

export async function readSnapshot(db: Queryable): Promise<Snapshot | null> {
  const row = await db.selectFrom('stats_snapshot').selectAll().executeTakeFirst()
  if (!row) return null
  const [stats, trades]: [StoredStats, WireTrade[]] = [JSON.parse(row.stats), JSON.parse(row.trades)]
  return { refreshedAtMs: row.refreshed_at_ms, stats, trades }
}

export async function readRefreshState(db: Queryable): Promise<RefreshState> {
  const row = await db.selectFrom('stats_turn').selectAll().executeTakeFirst()
  const { failure = null, failed_at_ms: atMs = null, failures = 0 } = row ?? {}
  return { failures, failure: failure === null || atMs === null ? null : { reason: reasonOf(failure), atMs } }
}

const reasons: readonly RefreshFailure[] = ['chainUnavailable', 'untimedTrades', 'databaseUnavailable', 'unknown']

function reasonOf(text: string): RefreshFailure {
  return reasons.find((reason) => reason === text) ?? 'unknown'
}

/** Replaces the numbers if the caller still holds the lease. */
export async function saveSnapshot(
  db: Database,
  holder: string,
  snapshot: Snapshot & { chainKey: string },
): Promise<void> {
  const { chainKey, refreshedAtMs, stats, trades } = snapshot
  const values = {
    chain_key: chainKey,
    refreshed_at_ms: refreshedAtMs,
    stats: JSON.stringify(stats),
    trades: JSON.stringify(trades),
  }
  await db.change(async (tx) => {
    const turn = await tx
      .updateTable('stats_turn')
      .set({ until_ms: 0, failures: 0, failure: null, failed_at_ms: null })
      .where('holder', '=', holder)
      .executeTakeFirst()
    if (turn.numUpdatedRows === 0n) return
    await tx
      .insertInto('stats_snapshot')
      .values({ one: 1, ...values })
      .onConflict((conflict) => conflict.column('one').doUpdateSet(values))
      .execute()
  })
}

/** Takes the refresh lease, which expires if its holder dies. @returns whether the caller holds it now. */
export async function takeTurn(
  db: Database,
  holder: string,
  { nowMs, lengthMs }: { nowMs: number; lengthMs: number },
): Promise<boolean> {
  const values = { holder, until_ms: nowMs + lengthMs }
  const taken = await db.write
    .insertInto('stats_turn')
    .values({ one: 1, failures: 0, failure: null, failed_at_ms: null, ...values })
    .onConflict((conflict) => conflict.column('one').doUpdateSet(values).where('stats_turn.until_ms', '<', nowMs))
    .executeTakeFirst()
  return taken.numInsertedOrUpdatedRows === 1n
}

/** Releases the lease without numbers. */
export async function giveUpTurn(
  db: Database,
  holder: string,
  failure: { readonly reason: RefreshFailure; readonly atMs: number } | null,
): Promise<void> {
  await db.write
    .updateTable('stats_turn')
    .set((eb) => ({
      until_ms: 0,
      ...(failure && {
        failures: eb('failures', '+', 1),
        failure: failure.reason,
        failed_at_ms: failure.atMs,
      }),
    }))
    .where('holder', '=', holder)
    .execute()
}
