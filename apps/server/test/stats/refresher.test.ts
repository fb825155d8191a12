import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createIndexSource, type StatsSource } from '../../src/stats/takeStats.ts'
import { createStatsRefresher } from '../../src/stats/createStatsRefresher.ts'
import { readRefreshedAtMs, readRefreshState, readSnapshot, takeTurn } from '../../src/stats/statsStore.ts'
import { engines, givenDatabases } from '../given/engines.ts'
import { openHistory, type History } from './tradeHistory.ts'

const fourHoursMs = 4 * 60 * 60_000

describe.each(engines)('given numbers that are kept in %s', (engine) => {
  const databases = givenDatabases(engine)
  let history: History
  let nowMs: number
  beforeAll(async () => {
    history = await openHistory({ seed: 9, count: 40, days: 10, byContract: 0 }, await databases.fresh())
  })
  beforeEach(async () => {
    nowMs = Date.UTC(2026, 10, 20)
    await history.context.db.write.deleteFrom('stats_snapshot').execute()
    await history.context.db.write.deleteFrom('stats_turn').execute()
  })
  afterAll(() => history.close())

  /** Counts how often it is read; a read can be delayed, or fail. */
  function watched(meanwhile: () => Promise<void> = async () => undefined) {
    let readings = 0
    const honest = createIndexSource(history.context.db.read)
    const index: StatsSource = {
      async *offersAt(at, signal) {
        readings += 1
        await meanwhile()
        yield* honest.offersAt(at, signal)
      },
    }
    return { sources: { explorer: null, index }, readings: () => readings }
  }

  function refresherOf(
    { sources }: Pick<ReturnType<typeof watched>, 'sources'>,
    server: Pick<History, 'context' | 'indexer'> = history,
  ) {
    return createStatsRefresher({
      ...server,
      sourcesFor: async () => sources,
      refreshMs: fourHoursMs,
      nowMs: () => nowMs,
    })
  }

  describe('given no numbers yet', () => {
    it('counts at once, then not before four hours have passed', async () => {
      const source = watched()
      const refresher = refresherOf(source)
      await refresher.refreshIfDue()
      const first = await readSnapshot(history.context.db.read)
      expect(first?.stats.totalCompleted).toBeGreaterThan(0)
      expect(first?.stats.block).toBe(history.at.number)
      nowMs += fourHoursMs - 1
      await refresher.refreshIfDue()
      expect(source.readings()).toBe(1)
      nowMs += 1
      await refresher.refreshIfDue()
      expect(source.readings()).toBe(2)
      expect(await readRefreshedAtMs(history.context.db.read)).toBe(nowMs)
    })

    it('counts once for all who ask at the same time', async () => {
      const source = watched()
      const refresher = refresherOf(source)
      await Promise.all([refresher.refreshIfDue(), refresher.refreshIfDue(), refresher.refreshIfDue()])
      expect(source.readings()).toBe(1)
    })
  })

  describe('given two servers of one database', () => {
    it('lets one count while the other goes on without', async () => {
      const other = await history.openServer()
      const second = watched()
      const first = watched(() => refresherOf(second, other).refreshIfDue())
      await refresherOf(first).refreshIfDue()
      expect([first.readings(), second.readings()]).toEqual([1, 0])
      expect(await readSnapshot(other.context.db.read)).not.toBeNull()
      await other.context.db.close()
    })

    it('lets but one of many count that begin at the same moment', async () => {
      const others = await Promise.all(Array.from({ length: 5 }, () => history.openServer()))
      const contenders = [history, ...others].map((server) => {
        const source = watched()
        return { source, refresher: refresherOf(source, server) }
      })
      for (let round = 1; round <= 10; round += 1) {
        await Promise.all(contenders.map(({ refresher }) => refresher.refreshIfDue()))
        expect(contenders.reduce((sum, { source }) => sum + source.readings(), 0)).toBe(round)
        nowMs += fourHoursMs
      }
      await Promise.all(others.map(({ context }) => context.db.close()))
    })

    it('leaves the numbers alone that another counted when a turn had run out before its end', async () => {
      const other = await history.openServer()
      const { db } = history.context
      const slow = watched(async () => {
        nowMs += 600_001
        await refresherOf(watched(), other).refreshIfDue()
        await db.write.updateTable('stats_snapshot').set({ chain_key: 'counted by the other' }).execute()
      })
      await refresherOf(slow).refreshIfDue()
      const row = await db.read.selectFrom('stats_snapshot').select('chain_key').executeTakeFirstOrThrow()
      expect(row.chain_key).toBe('counted by the other')
      await other.context.db.close()
    })

    it('lets another count when the one whose turn it was has died', async () => {
      const source = watched()
      await takeTurn(history.context.db, 'somebody who died', { nowMs, lengthMs: 600_000 })
      await refresherOf(source).refreshIfDue()
      expect(source.readings()).toBe(0)
      nowMs += 600_001
      await refresherOf(source).refreshIfDue()
      expect(source.readings()).toBe(1)
    })
  })

  describe('given a refresh that fails', () => {
    it('keeps the old numbers, says why, and retries with increasing pauses', async () => {
      await refresherOf(watched()).refreshIfDue()
      const before = await readSnapshot(history.context.db.read)
      nowMs += fourHoursMs
      const failing = watched(() => Promise.reject(new Error('out of order')))
      const refresher = refresherOf(failing)
      await refresher.refreshIfDue()
      expect(await readSnapshot(history.context.db.read)).toEqual(before)
      expect(await readRefreshState(history.context.db.read)).toEqual({
        failures: 1,
        failure: { reason: 'unknown', atMs: nowMs },
      })
      await refresher.refreshIfDue()
      expect(failing.readings()).toBe(1)
      nowMs += 15_000
      await refresher.refreshIfDue()
      nowMs += 15_000
      await refresher.refreshIfDue()
      expect(failing.readings()).toBe(2)
      nowMs += 15_000
      await refresherOf(watched()).refreshIfDue()
      expect(await readRefreshState(history.context.db.read)).toEqual({ failures: 0, failure: null })
    })

    it('does not count what the index cannot be sure of: the chain is away', async () => {
      const indexer = { ...history.indexer, catchUp: () => Promise.reject(new Error('no endpoint answers')) }
      const source = watched()
      await refresherOf(source, { context: history.context, indexer }).refreshIfDue()
      expect(source.readings()).toBe(0)
      expect(await readRefreshState(history.context.db.read)).toMatchObject({ failure: { reason: 'chainUnavailable' } })
    })

    it('doesn’t count a settlement of unknown time', async () => {
      const { db } = history.context
      const { id, ...offer } = await db.read
        .selectFrom('offers')
        .selectAll()
        .where('settlement', '=', 'completed')
        .executeTakeFirstOrThrow()
      await db.write.updateTable('offers').set({ settled_at_s: null }).where('id', '=', id).execute()
      await refresherOf(watched()).refreshIfDue()
      await db.write.updateTable('offers').set({ settled_at_s: offer.settled_at_s }).where('id', '=', id).execute()
      expect(await readRefreshedAtMs(db.read)).toBeNull()
      expect(await readRefreshState(db.read)).toMatchObject({ failure: { reason: 'untimedTrades' } })
    })
  })

  describe('given numbers of another chain', () => {
    it('shows none and counts again', async () => {
      const { db } = history.context
      await refresherOf(watched()).refreshIfDue()
      await db.write.updateTable('stats_snapshot').set({ chain_key: '43114/0xother/' }).execute()
      expect(await readRefreshedAtMs(db.read)).toBeNull()
      const source = watched()
      await refresherOf(source).refreshIfDue()
      expect(source.readings()).toBe(1)
    })
  })
})
