import type { FastifyRateLimitStoreCtor } from '@fastify/rate-limit'
import { Redis } from 'ioredis'
import { LRUCache } from 'lru-cache'
import type { Logger } from 'pino'
import { RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible'
import { failureText } from '../log.ts'

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
const connectTimeoutMs = 2_000
const longestRetryMs = 2_000
const maxKeys = 20_000

/**
 * Counts in Redis, and in this process as well: counts survive an outage of Redis.
 *
 * Redis can only make a limit stricter. Counts that it invents are bounded by the window, and one that it forgets doesn't
 * raise what this server allows.
 */
export function openSharedLimits(url: string, log: Pick<Logger, 'warn' | 'info'>): SharedLimits {
  const redis = connectRedis(url)
  const limiters = new Map<string, RateLimiterRedis>()
  const own = new WindowCounts()
  const changed = createChangeLog(log)
  /** From a greeting to the first answer that fails. */
  let isUp = false

  redis.on('ready', () => {
    isUp = true
    changed(null)
  })
  const lost = (reason: string): void => {
    isUp = false
    changed(reason)
  }
  redis.on('close', () => lost('the connection was lost'))
  redis.on('error', (error: Error) => lost(failureText(error)))

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
    if (!isUp) return null
    try {
      return countOf(await limiterOf(limit).consume(key), limit)
    } catch (error) {
      if (error instanceof RateLimiterRes) return { ...countOf(error, limit), current: limit.max + 1 }
      // Only the first failed request disconnects. A hanging Redis accepts connections, but never becomes ready.
      if (isUp) redis.disconnect(true)
      lost(error instanceof Error ? failureText(error) : 'it answered nonsense')
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
    isUp: () => isUp,
    async close() {
      redis.disconnect()
    },
  }
}

/** A client that fails at once where Redis is away, and keeps trying to connect. */
function connectRedis(url: string): Redis {
  return new Redis(url, {
    commandTimeout: answerTimeoutMs,
    connectTimeout: connectTimeoutMs,
    disconnectTimeout: answerTimeoutMs,
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    retryStrategy: (attempt) => Math.min(attempt * 100, longestRetryMs),
  })
}

/** Numbers that Redis could have counted; others are taken for the least that is true. */
function countOf({ consumedPoints, msBeforeNext }: RateLimiterRes, { windowMs }: WindowLimit): WindowCount {
  const current = Number.isFinite(consumedPoints) ? Math.max(1, consumedPoints) : 1
  const ttl = Number.isFinite(msBeforeNext) ? Math.min(Math.max(0, msBeforeNext), windowMs) : windowMs
  return { current, ttl }
}

/** Logs when Redis goes away and when it is back, not each attempt. */
function createChangeLog(log: Pick<Logger, 'warn' | 'info'>): (failure: string | null) => void {
  let isAway = false
  return (failure) => {
    if ((failure !== null) === isAway) return
    isAway = failure !== null
    if (failure === null) log.info('Redis answers again: limits count over all servers')
    else log.warn({ reason: failure }, 'Redis does not answer: limits count on this server alone')
  }
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
