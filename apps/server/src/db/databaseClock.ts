import { type Kysely, sql } from 'kysely'
import type { Schema } from './schema.ts'

/** Also how long a database that took over from another one may be on the other one's time. */
const freshMs = 30_000
/** A slower answer is half of this wrong: it may have waited for a connection. */
const slowMs = 1_000
/** After a slow answer the clock is read again this soon. */
const againMs = 2_000

/** Reads PostgreSQL's clock, and from it goes on with the process's own, which only counts. Unix milliseconds. */
export function createDatabaseClock(db: Kysely<Schema>): () => Promise<number> {
  let known: { readonly aheadMs: Promise<number>; untilMs: number } | null = null
  let lastMs: number | null = null

  async function measure(): Promise<{ readonly aheadMs: number; readonly isSlow: boolean }> {
    const askedMs = performance.now()
    const { rows } = await sql<{ ms: number }>`
      select floor(extract(epoch from clock_timestamp()) * 1000)::bigint as ms`.execute(db)
    const [row] = rows
    if (!row) throw new Error('the database did not tell the time')
    const tookMs = performance.now() - askedMs
    return { aheadMs: row.ms - (askedMs + tookMs / 2), isSlow: tookMs > slowMs }
  }

  async function read(): Promise<number> {
    let measured = await measure()
    // It has opened the connection at least.
    if (measured.isSlow && lastMs === null) measured = await measure()
    if (measured.isSlow && known) known.untilMs = performance.now() + againMs
    if (!measured.isSlow || lastMs === null) lastMs = measured.aheadMs
    return lastMs
  }

  return async () => {
    if (!known || performance.now() > known.untilMs) {
      const entry = { aheadMs: read(), untilMs: performance.now() + freshMs }
      known = entry
      entry.aheadMs.catch(() => {
        if (known === entry) known = null
      })
    }
    const aheadMs = await known.aheadMs
    return Math.floor(performance.now() + aheadMs)
  }
}
