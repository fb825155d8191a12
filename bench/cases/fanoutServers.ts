import type { Address } from '@parley/domain'
import type { LiveEvent } from '@parley/protocol'
import type { Relay } from '@parley/server/db/database'
import { postgresRelay } from '@parley/server/db/postgres'
import { createLiveFeed, shareLiveFeed } from '@parley/server/live/liveFeed'
import { Redis } from 'ioredis'
import { pino } from 'pino'

/** A process of twenty servers, as far as they hear of changes and tell their pages. */
export const servers = 20
export const pagesOfServer = 10_000
export const streamKey = 'parley-bench-fanout'

export interface FanoutPlan {
  readonly way: 'notify' | 'streams'
  readonly url: string
  readonly redisUrl: string
}

/** Asks for what was heard since the plan. */
export type FanoutRun = 'report'

export interface Heard {
  /** For each server, when its second page had each change; null or missing if it didn't. */
  readonly atMs: readonly (readonly (number | null)[])[]
  /** How often each server learned that something may be missing. */
  readonly gaps: readonly number[]
  readonly usedMs: number
}

/** Every change concerns two wallets, each of one page at every server. */
export function changeOf(number: number): LiveEvent {
  return {
    type: 'offer',
    offerId: `0x${number.toString(16).padStart(64, '0')}`,
    creator: walletOf((2 * number) % pagesOfServer),
    recipient: walletOf((2 * number + 1) % pagesOfServer),
  }
}

function walletOf(page: number): Address {
  return `0x${(page + 1).toString(16).padStart(40, '0')}`
}

if (process.send) process.once('message', (plan: FanoutPlan) => void serve(plan))

async function serve({ way, url, redisUrl }: FanoutPlan): Promise<void> {
  const log = pino({ level: 'silent' })
  const atMs: (number | null)[][] = []
  const gaps: number[] = []
  for (let server = 0; server < servers; server += 1) {
    const times: (number | null)[] = []
    atMs.push(times)
    gaps.push(0)
    const relay = way === 'notify' ? postgresRelay(url, log) : streamRelay(redisUrl)
    const { feed } = await shareLiveFeed(createLiveFeed(), relay, async () => undefined)
    feed.subscribe(({ event }) => {
      if (event.type === 'hello') gaps[server] = (gaps[server] ?? 0) + 1
    })
    const half = new Set<number>()
    for (let page = 0; page < pagesOfServer; page += 1)
      feed.follow(
        ({ event }) => {
          if (event.type !== 'offer') return
          const number = Number(event.offerId)
          if (half.delete(number)) times[number] = Number(process.hrtime.bigint()) / 1e6
          else half.add(number)
        },
        new Set([walletOf(page)]),
      )
  }
  const usedBefore = process.cpuUsage()
  process.once('message', () => {
    const { user, system } = process.cpuUsage(usedBefore)
    const heard: Heard = { atMs, gaps, usedMs: (user + system) / 1000 }
    process.send?.(heard)
  })
  process.once('disconnect', () => process.exit(0))
  process.send?.('ready')
}

/** Like socket.io's adapter for Redis streams: a server reads on from its last entry. */
function streamRelay(redisUrl: string): Relay {
  return {
    send: () => Promise.reject(new Error('a stream is written after the commit')),
    async hear(onText) {
      const redis = new Redis(redisUrl, { retryStrategy: () => 100 })
      redis.on('error', () => undefined)
      let last = (await redis.xrevrange(streamKey, '+', '-', 'COUNT', 1))[0]?.[0] ?? '0-0'
      const ended = new AbortController()
      const read = async (): Promise<void> => {
        for (;;) {
          if (ended.signal.aborted) return
          const answer = await redis
            .xread('COUNT', 100, 'BLOCK', 5_000, 'STREAMS', streamKey, last)
            .catch(() => new Promise<null>((resolve) => setTimeout(resolve, 100, null)))
          for (const [id, [, text]] of answer?.[0]?.[1] ?? []) {
            last = id
            if (text !== undefined) onText(text)
          }
        }
      }
      void read()
      return async () => {
        ended.abort()
        redis.disconnect()
      }
    },
  }
}
