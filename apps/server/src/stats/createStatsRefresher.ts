import { randomUUID } from 'node:crypto'
import { UntimedTradeError } from '@parley/domain'
import type { RefreshFailure } from '@parley/protocol'
import type { Context } from '../context.ts'
import { readHeader } from '../indexer/reads/rpcBlocks.ts'
import type { Indexer } from '../indexer/indexer.ts'
import type { BlockRef } from '../indexer/logConsumer.ts'
import { sleep, shareInFlight } from '../lib/async.ts'
import { giveUpTurn, readChainKey, readRefreshState, readRefreshedAtMs, saveSnapshot, takeTurn } from './statsStore.ts'
import { takeStats, type StatsSources } from './takeStats.ts'

/** Time limit of a refresh, so that a hung one doesn't block the next. */
const turnMs = 10 * 60_000
/** How often to check whether a refresh is due. Another server may have refreshed, or the chain been reset. */
const lookMs = 30_000
const firstRetryMs = 15_000
const maxRetryMs = 15 * 60_000

/** Keeps Trade Stats up to date. */
export interface StatsRefresher {
  /** Refreshes if due and no other server does. Never throws; a failure is stored beside the old numbers. */
  refreshIfDue(): Promise<void>
  start(): void
  /** Stops; resolves when idle. */
  stop(): Promise<void>
}

export interface RefresherParts {
  readonly context: Pick<Context, 'db' | 'chain' | 'log'>
  readonly indexer: Pick<Indexer, 'catchUp' | 'status'>
  /** The sources for an indexed chain. */
  readonly sourcesFor: (chainKey: string) => Promise<StatsSources>
  readonly refreshMs: number
  /** The system clock; tests inject their own. */
  readonly nowMs?: () => number
}

export function createStatsRefresher(parts: RefresherParts): StatsRefresher {
  const { context, refreshMs, nowMs = Date.now } = parts
  const { db, log } = context
  const stopping = new AbortController()
  const holder = randomUUID()
  let following: Promise<void> = Promise.resolve()

  async function isDue(): Promise<boolean> {
    const refreshedAtMs = await readRefreshedAtMs(db.read)
    if (refreshedAtMs !== null && nowMs() - refreshedAtMs < refreshMs) return false
    const { failures, failure } = await readRefreshState(db.read)
    return failure === null || nowMs() - failure.atMs >= retryMs(failures)
  }

  async function refresh(): Promise<void> {
    if (stopping.signal.aborted || !(await isDue())) return
    if (!(await takeTurn(db, holder, { nowMs: nowMs(), lengthMs: turnMs }))) return
    try {
      // Another server may have refreshed between the check and taking the lease.
      if (await isDue()) await count()
      else await giveUpTurn(db, holder, null)
    } catch (error) {
      if (!stopping.signal.aborted) log.warn({ err: error }, 'trades could not be counted: the old numbers stand')
      const failure = stopping.signal.aborted ? null : { reason: reasonOf(error), atMs: nowMs() }
      await giveUpTurn(db, holder, failure)
    }
  }

  async function count(): Promise<void> {
    const signal = AbortSignal.any([stopping.signal, AbortSignal.timeout(turnMs - 30_000)])
    const at = await caughtUp(parts, signal)
    const chainKey = await readChainKey(db.read)
    if (chainKey === null) throw new ChainUnavailableError('the index has seen no chain yet')
    const taken = await takeStats(await parts.sourcesFor(chainKey), at, { log, signal })
    await saveSnapshot(db, holder, { ...taken, chainKey, refreshedAtMs: nowMs() })
  }

  const shared = shareInFlight(async () => {
    try {
      await refresh()
    } catch (error) {
      log.warn({ err: error }, 'the database did not let trades be counted')
    }
  })

  async function follow(): Promise<void> {
    while (!stopping.signal.aborted) {
      await shared()
      await sleep(Math.min(lookMs, refreshMs), stopping.signal)
    }
  }

  return {
    refreshIfDue: shared,
    start() {
      following = follow()
    },
    async stop() {
      stopping.abort()
      await following
      await shared()
    },
  }
}

function retryMs(failures: number): number {
  return Math.min(maxRetryMs, firstRetryMs * 2 ** Math.min(10, failures - 1))
}

/** The index can't reach the chain's head, so its numbers may be incomplete. */
export class ChainUnavailableError extends Error {
  override readonly name = 'ChainUnavailableError'
}

/** Catches the index up to the head. @returns the block it reached. */
async function caughtUp({ context, indexer }: RefresherParts, signal: AbortSignal): Promise<BlockRef> {
  const aborted = Promise.withResolvers<never>()
  const onAbort = () => aborted.reject(new ChainUnavailableError('the chain took too long'))
  signal.addEventListener('abort', onAbort, { once: true })
  try {
    await Promise.race([indexer.catchUp(), aborted.promise])
    const { indexedBlock } = indexer.status()
    const header = indexedBlock === null ? null : await readHeader(context.chain, indexedBlock)
    if (header === null) throw new ChainUnavailableError('the endpoints do not know the block that the index is at')
    return header
  } catch (cause) {
    throw new ChainUnavailableError('the index could not be brought to the head of the chain', { cause })
  } finally {
    signal.removeEventListener('abort', onAbort)
  }
}

function reasonOf(error: unknown): RefreshFailure {
  if (error instanceof ChainUnavailableError) return 'chainUnavailable'
  if (error instanceof UntimedTradeError) return 'untimedTrades'
  return 'unknown'
}
