import { randomInt } from 'node:crypto'
import type { PostgresPool } from 'kysely'
import type pg from 'pg'
import type { Logger } from 'pino'
import { coalesce, sleep } from '../lib/async.ts'

/** Standbys that answer reads of the index. */
export interface Replicas {
  /**
   * Lends connections of one standby. Of another where that one is left out; the primary's where all are. One at a time, so
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

/** A standby's connections. No request delays the one that looks how far it is. */
export interface Standby {
  readonly reading: pg.Pool
  readonly watching: pg.Pool
}

/** @param standbys in the order of DATABASE_READ_URLS. The log names them by their place, from 1. */
export function openReplicas(standbys: readonly Standby[], primary: pg.Pool, log: Logger): Replicas {
  const closing = new AbortController()
  const { signal } = closing
  /** Commits wait for these. They are in use, or about to be. */
  const followed = new Set<Standby>()
  const inUse = new Set<Standby>()
  /** Each server begins with another one. */
  const first = standbys.length > 0 ? randomInt(standbys.length) : 0
  const preferred = [...standbys.slice(first), ...standbys.slice(0, first)]

  const replica = (standby: Standby): number => standbys.indexOf(standby) + 1
  const leaveOut = (standby: Standby, reason: unknown): void => {
    followed.delete(standby)
    if (inUse.delete(standby)) log.warn({ replica: replica(standby), err: reason }, 'a read replica is left out')
  }

  async function position(): Promise<string> {
    const { rows } = await primary.query<{ position: string }>(committedPosition)
    return rows[0]?.position ?? '0/0'
  }

  /** @returns whether it replayed that position within the time that it has. */
  async function reaches({ watching: pool }: Standby, at: string): Promise<boolean> {
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

  async function follow(standby: Standby, at: string): Promise<void> {
    try {
      if (!(await reaches(standby, at)) && !signal.aborted) leaveOut(standby, new Error('it is behind, or silent'))
    } catch (error) {
      leaveOut(standby, error)
    }
  }

  const caughtUp = coalesce(async () => {
    if (followed.size === 0) return
    try {
      const at = await position()
      await Promise.all([...followed].map((standby) => follow(standby, at)))
    } catch (error) {
      // Without a primary there is nothing newer to wait for. Pages refetch everything once another one leads.
      log.warn({ err: error }, 'the primary did not say how far it is')
    }
  })

  /** Takes a standby into use once it has caught up. From then on commits wait for it, and it has all that were before. */
  async function takeIn(standby: Standby): Promise<void> {
    try {
      // No commit waits for one that is still behind.
      if (!(await reaches(standby, await position()))) return
      followed.add(standby)
      if (await reaches(standby, await position())) {
        // Left out again in the meantime, by a commit that it didn't reach.
        if (!followed.has(standby)) return
        inUse.add(standby)
        log.info({ replica: replica(standby) }, 'a read replica is in use')
        return
      }
    } catch {
      // Tried again.
    }
    followed.delete(standby)
  }

  async function watch(): Promise<void> {
    while (!signal.aborted) {
      await Promise.all(standbys.filter((standby) => !inUse.has(standby)).map(takeIn))
      await sleep(lookMs, signal)
    }
  }
  const watching = watch()

  return {
    pool: {
      async connect() {
        for (const standby of preferred.filter((one) => inUse.has(one))) {
          const { reading } = standby
          try {
            return await reading.connect()
          } catch (error) {
            // Every connection is taken: that is load, and the primary would not carry it either.
            if (reading.totalCount >= reading.options.max) throw error
            leaveOut(standby, error)
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
      connections: standbys.reduce((sum, { reading, watching }) => sum + reading.totalCount + watching.totalCount, 0),
      waiting: standbys.reduce((sum, { reading }) => sum + reading.waitingCount, 0),
    }),
    async close() {
      closing.abort()
      await watching
      await Promise.all(standbys.flatMap(({ reading, watching }) => [reading.end(), watching.end()]))
    },
  }
}
