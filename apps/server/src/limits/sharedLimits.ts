import type { FastifyRateLimitStoreCtor } from '@fastify/rate-limit'
import { LRUCache } from 'lru-cache'
import type { Logger } from 'pino'
import { RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible'
import { openRedis } from './openRedis.ts'

/** At most `max` in each window, whose length is whole seconds. */
export interface WindowLimit {
  readonly max: number
  readonly windowMs: number
}

/** What a key has used of its window. Above the limit's `max` it has to wait for the rest of the window. */
export interface WindowCount {
  readonly current: number
  /** Milliseconds until the window ends. */
  readonly ttl: number
}

/** Limits that all servers of a site count together. */
export interface SharedLimits {
  /** Counts one more for a key, which names the limit and the network. Never rejects. */
  count(key: string, limit: WindowLimit): Promise<WindowCount>
  /** Whether Redis answers. While it doesn't, each server counts for itself. */
  isUp(): boolean
  close(): Promise<void>
}

/** Answers on a local network take a millisecond. A request doesn't wait longer for its limit. */
const answerTimeoutMs = 250
const maxKeys = 20_000

/**
 * Counts in Redis, and in this process as well: counts survive an outage of Redis.
 *
 * Redis can only make a limit stricter. Counts that it invents are bounded by the window, and one that it forgets doesn't
 * raise what this server allows.
 */
export async function openSharedLimits(url: string, log: Pick<Logger, 'warn' | 'info'>): Promise<SharedLimits> {
  const { redis, isUp, failed, close } = await openRedis(url, log, {
    answerTimeoutMs,
    together: 'limits count over all servers',
    alone: 'limits count on this server alone',
  })
  const limiters = new Map<string, RateLimiterRedis>()
  const own = new WindowCounts()

  const limiterOf = ({ max, windowMs }: WindowLimit): RateLimiterRedis => {
    const name = `${max}/${windowMs}`
    const known = limiters.get(name)
    if (known) return known
    const limiter = new RateLimiterRedis({
      storeClient: redis,
      keyPrefix: 'parley-limit',
      points: max,
      duration: windowMs / 1000,
      // Who is over the limit costs Redis nothing more.
      inMemoryBlockOnConsumed: max + 1,
    })
    limiters.set(name, limiter)
    return limiter
  }

  const shared = async (key: string, limit: WindowLimit): Promise<WindowCount | null> => {
    if (!isUp()) return null
    try {
      return countOf(await limiterOf(limit).consume(key), limit)
    } catch (error) {
      if (error instanceof RateLimiterRes) return { ...countOf(error, limit), current: limit.max + 1 }
      failed(error)
      return null
    }
  }

  return {
    async count(key, limit) {
      const here = own.count(key, limit)
      if (here.current > limit.max) return here
      const everywhere = await shared(key, limit)
      return everywhere !== null && everywhere.current > here.current ? everywhere : here
    },
    isUp,
    async close() {
      close()
    },
  }
}

/** Numbers that Redis could have counted; others are taken for the least that is true. */
function countOf({ consumedPoints, msBeforeNext }: RateLimiterRes, { windowMs }: WindowLimit): WindowCount {
  const current = Number.isFinite(consumedPoints) ? Math.max(1, consumedPoints) : 1
  const ttl = Number.isFinite(msBeforeNext) ? Math.min(Math.max(0, msBeforeNext), windowMs) : windowMs
  return { current, ttl }
}

export const minuteMs = 60_000

/** Counts of this process. The least recently used key goes when there are too many. */
export class WindowCounts {
  readonly #windows = new LRUCache<string, { current: number; endsAtMs: number }>({ max: maxKeys })

  readonly count = (key: string, { windowMs }: WindowLimit): WindowCount => {
    const nowMs = performance.now()
    const known = this.#windows.get(key)
    const window = known && known.endsAtMs > nowMs ? known : { current: 0, endsAtMs: nowMs + windowMs }
    window.current += 1
    this.#windows.set(key, window)
    return { current: window.current, ttl: Math.ceil(window.endsAtMs - nowMs) }
  }
}

/** A store of `@fastify/rate-limit`. Keys name their limit, so one store serves all of them. */
export function rateLimitStore({ count }: Pick<SharedLimits, 'count'> | WindowCounts): FastifyRateLimitStoreCtor {
  return class {
    incr(
      key: string,
      callback: (error: Error | null, result?: WindowCount) => void,
      windowMs: number,
      max: number,
    ): void {
      const counted = count(key, { max, windowMs })
      if (counted instanceof Promise) void counted.then((result) => callback(null, result))
      else callback(null, counted)
    }

    child(): this {
      return this
    }
  }
}
