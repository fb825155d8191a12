import { randomInt } from 'node:crypto'
import type { PostgresPool } from 'kysely'
import type pg from 'pg'
import type { Logger } from 'pino'
import { coalesce, sleep } from '../lib/async.ts'

/** Standbys that answer reads of the index. */
export interface Replicas {
  /**
   * Lends connections of one standby, and of another where that one is left out; the primary's where all are. One at a time, so
   * that reads never go back in time.
   */
  readonly pool: PostgresPool
  /**
   * Resolves once every standby in use has what was committed before. One that takes longer than two seconds, or doesn't answer,
   * is left out until it has caught up. Never rejects.
   */
  caughtUp(): Promise<void>
  load(): { readonly replicas: number; readonly inUse: number; readonly connections: number; readonly waiting: number }
  close(): Promise<void>
}

const patienceMs = 2_000
const lookMs = 1_000
const shortestPauseMs = 2
const longestPauseMs = 100

const committedPosition = 'select pg_current_wal_lsn()::text as position'
/** A standby that was promoted is no standby any more, but may go on answering. */
const hasReplayed = `select coalesce(
  case when pg_is_in_recovery() then pg_last_wal_replay_lsn() else pg_current_wal_lsn() end >= $1::pg_lsn, false) as has`

/** @param standbys their pools, in the order of DATABASE_READ_URLS. The log names them by their place, from 1. */
export function openReplicas(standbys: readonly pg.Pool[], primary: pg.Pool, log: Logger): Replicas {
  const closing = new AbortController()
  const { signal } = closing
  /** Commits wait for these. They are in use, or about to be. */
  const followed = new Set<pg.Pool>()
  const inUse = new Set<pg.Pool>()
  /** Each server begins with another one. */
  const first = standbys.length > 0 ? randomInt(standbys.length) : 0
  const preferred = [...standbys.slice(first), ...standbys.slice(0, first)]

  const replica = (pool: pg.Pool): number => standbys.indexOf(pool) + 1
  const leaveOut = (pool: pg.Pool, reason: unknown): void => {
    followed.delete(pool)
    if (inUse.delete(pool)) log.warn({ replica: replica(pool), err: reason }, 'a read replica is left out')
  }

  async function position(): Promise<string> {
    const { rows } = await primary.query<{ position: string }>(committedPosition)
    return rows[0]?.position ?? '0/0'
  }

  /** @returns whether it replayed that position within the time that it has. */
  async function reaches(pool: pg.Pool, at: string): Promise<boolean> {
    const patience = AbortSignal.any([AbortSignal.timeout(patienceMs), signal])
    const ended = sleep(2 * patienceMs, patience).then(() => null)
    for (let pauseMs = shortestPauseMs; !patience.aborted; pauseMs = Math.min(2 * pauseMs, longestPauseMs)) {
      // A machine that vanished doesn't even refuse.
      const answer = await Promise.race([pool.query<{ has: boolean }>(hasReplayed, [at]), ended])
      if (answer?.rows[0]?.has === true) return true
      await sleep(pauseMs, patience)
    }
    return false
  }

  async function follow(pool: pg.Pool, at: string): Promise<void> {
    try {
      if (!(await reaches(pool, at)) && !signal.aborted) leaveOut(pool, new Error('it is behind, or silent'))
    } catch (error) {
      leaveOut(pool, error)
    }
  }

  const caughtUp = coalesce(async () => {
    if (followed.size === 0) return
    try {
      const at = await position()
      await Promise.all([...followed].map((pool) => follow(pool, at)))
    } catch (error) {
      // Without a primary there is nothing newer to wait for. Pages refetch everything once another one leads.
      log.warn({ err: error }, 'the primary did not say how far it is')
    }
  })

  /** Takes a standby into use: from then on commits wait for it, and it has all that were before. */
  async function takeIn(pool: pg.Pool): Promise<void> {
    followed.add(pool)
    try {
      if (await reaches(pool, await position())) {
        // Left out again in the meantime, by a commit that it didn't reach.
        if (!followed.has(pool)) return
        inUse.add(pool)
        log.info({ replica: replica(pool) }, 'a read replica is in use')
        return
      }
    } catch {
      // Tried again.
    }
    if (!inUse.has(pool)) followed.delete(pool)
  }

  async function watch(): Promise<void> {
    while (!signal.aborted) {
      await Promise.all(standbys.filter((pool) => !inUse.has(pool)).map(takeIn))
      await sleep(lookMs, signal)
    }
  }
  const watching = watch()

  return {
    pool: {
      async connect() {
        for (const pool of preferred.filter((one) => inUse.has(one))) {
          try {
            return await pool.connect()
          } catch (error) {
            // Every connection is taken: that is load, and the primary would not carry it either.
            if (pool.totalCount > 0 && pool.idleCount === 0) throw error
            leaveOut(pool, error)
          }
        }
        return primary.connect()
      },
      end: async () => undefined,
      options: primary.options,
    },
    caughtUp,
    load: () => ({
      replicas: standbys.length,
      inUse: inUse.size,
      connections: standbys.reduce((sum, pool) => sum + pool.totalCount, 0),
      waiting: standbys.reduce((sum, pool) => sum + pool.waitingCount, 0),
    }),
    async close() {
      closing.abort()
      await watching
      await Promise.all(standbys.map((pool) => pool.end()))
    },
  }
}
