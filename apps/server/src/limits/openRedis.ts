import type { Redis } from 'ioredis'
import type { Logger } from 'pino'
import { failureText } from '../log.ts'

/** A connection to Redis that a server can do without. */
export interface OpenRedis {
  readonly redis: Redis
  /** From a greeting to the first answer that fails. */
  isUp(): boolean
  /** Call with what a command failed with. It is up again after the next greeting. */
  failed(error: unknown): void
  close(): void
}

interface RedisUse {
  /** A request that waits for Redis doesn't wait longer. */
  readonly answerTimeoutMs: number
  /** For the log: what servers do together while it answers, and alone while it doesn't. */
  readonly together: string
  readonly alone: string
}

const connectTimeoutMs = 2_000
const longestRetryMs = 2_000

/** Fails at once while Redis is away, and keeps trying to connect. */
export async function openRedis(
  url: string,
  log: Pick<Logger, 'warn' | 'info'>,
  { answerTimeoutMs, together, alone }: RedisUse,
): Promise<OpenRedis> {
  // Only with REDIS_URL: its client takes a twelfth of a server's start.
  const { Redis } = await import('ioredis')
  const redis = new Redis(url, {
    commandTimeout: answerTimeoutMs,
    connectTimeout: connectTimeoutMs,
    disconnectTimeout: answerTimeoutMs,
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    retryStrategy: (attempt) => Math.min(attempt * 100, longestRetryMs),
  })
  let isUp = false
  /** Logged when it changes, not at each attempt. */
  let isAway = false
  redis.on('ready', () => {
    isUp = true
    if (isAway) log.info(`Redis answers again: ${together}`)
    isAway = false
  })
  const lost = (reason: string): void => {
    isUp = false
    if (!isAway) log.warn({ reason }, `Redis does not answer: ${alone}`)
    isAway = true
  }
  redis.on('close', () => lost('the connection was lost'))
  redis.on('error', (error: Error) => lost(failureText(error)))
  return {
    redis,
    isUp: () => isUp,
    failed(error) {
      // Only the first failed request disconnects. A hanging Redis accepts connections, but never becomes ready.
      if (isUp) redis.disconnect(true)
      lost(error instanceof Error ? failureText(error) : 'it answered nonsense')
    },
    close: () => redis.disconnect(),
  }
}
