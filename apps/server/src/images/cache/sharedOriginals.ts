import { randomUUID } from 'node:crypto'
import type { Logger } from 'pino'
import { z } from 'zod'
import { sleep } from '../../lib/async.ts'
import { openRedis } from '../../limits/openRedis.ts'
import { maxImageBytes, sniffImageType } from '../imageLimits.ts'
import { PictureError, pictureProblems } from '../PictureError.ts'

/** Originals that all servers of a site fetch once together. */
export interface SharedOriginals {
  /**
   * The original as any server fetches it, once for all.
   *
   * @throws {PictureError} what `fetchHere` threw, at whichever server.
   */
  fetch(key: string, fetchHere: () => Promise<Uint8Array>): Promise<Uint8Array>
  /** Whether originals are shared. While Redis is away, each server fetches for itself. */
  isUp(): boolean
  close(): void
}

interface SharedOriginalsOptions {
  readonly url: string
  /** Room for originals in Redis; those used longest ago go first. */
  readonly maxBytes: number
  readonly log: Pick<Logger, 'warn' | 'info'>
  /** Told how many had to go. */
  readonly evicted: (count: number) => void
  /** Told of each original that Redis had. */
  readonly taken: () => void
}

/** An original has up to 20 MB. */
const answerTimeoutMs = 5_000
const lookEveryMs = 100
/** Longer than a fetch takes. After it, who waits for a server fetches without it. */
const turnMs = 30_000
/** For those who wait at that moment. */
const failureLastsMs = 5_000
/** Originals that no list names any more, after Redis itself has evicted it, go then. */
const lastsS = 86_400

const index = 'parley-pictures'
const sizes = 'parley-picture-sizes'
const total = 'parley-pictures-bytes'

/**
 * Gives the original, or the turn to fetch it. A server that has waited also gets the failure of the one that fetched.
 * KEYS: original, turn, failure, index. ARGV: token, turn's length, whether it has waited, time.
 */
const lookScript = `
local bytes = redis.call('get', KEYS[1])
if bytes then
  redis.call('zadd', KEYS[4], 'XX', ARGV[4], KEYS[1])
  return {'original', bytes}
end
if redis.call('exists', KEYS[2]) == 1 then return {'wait'} end
local failure = ARGV[3] == 'waited' and redis.call('get', KEYS[3])
if failure then return {'failed', failure} end
redis.call('set', KEYS[2], ARGV[1], 'PX', ARGV[2])
return {'fetch'}`

/** Ends the turn, unless another server has taken it over. */
const endTurn = `if redis.call('get', KEYS[2]) == ARGV[1] then redis.call('del', KEYS[2]) end`

/** KEYS: original, turn, index, sizes, total. ARGV: token, bytes, time, room, seconds. Returns how many had to go. */
const keepScript = `
${endTurn}
local size = string.len(ARGV[2])
local before = tonumber(redis.call('hget', KEYS[4], KEYS[1]) or 0)
redis.call('set', KEYS[1], ARGV[2], 'EX', ARGV[5])
redis.call('hset', KEYS[4], KEYS[1], size)
redis.call('zadd', KEYS[3], ARGV[3], KEYS[1])
local used = redis.call('incrby', KEYS[5], size - before)
local evicted = 0
while used > tonumber(ARGV[4]) do
  local oldest = redis.call('zpopmin', KEYS[3])[1]
  if not oldest then
    redis.call('del', KEYS[4], KEYS[5])
    break
  end
  evicted = evicted + redis.call('unlink', oldest)
  used = redis.call('decrby', KEYS[5], tonumber(redis.call('hget', KEYS[4], oldest) or 0))
  redis.call('hdel', KEYS[4], oldest)
end
return evicted`

/** KEYS: failure, turn. ARGV: token, problem, milliseconds. */
const failScript = `
redis.call('set', KEYS[1], ARGV[2], 'PX', ARGV[3])
${endTurn}`

const bytesSchema = z.instanceof(Uint8Array)
const textSchema = bytesSchema.transform((bytes) => Buffer.from(bytes).toString('latin1'))
const answerSchema = z.union([
  z.tuple([textSchema.pipe(z.literal('original')), bytesSchema]),
  z.tuple([textSchema.pipe(z.literal('failed')), textSchema.pipe(z.enum(pictureProblems))]),
  z.tuple([textSchema.pipe(z.enum(['wait', 'fetch']))]),
])

/** Shares originals in Redis: bytes for as long as there is room, and the turn to fetch one. */
export async function openSharedOriginals({
  url,
  maxBytes,
  log,
  evicted,
  taken,
}: SharedOriginalsOptions): Promise<SharedOriginals> {
  const { redis, isUp, failed, close } = await openRedis(url, log, {
    answerTimeoutMs,
    together: 'an original is fetched once for all servers',
    alone: 'this server fetches originals for itself',
  })
  const closing = new AbortController()

  /** Null while Redis is of no use. */
  async function ask<T>(question: () => Promise<T>): Promise<T | null> {
    if (!isUp()) return null
    try {
      return await question()
    } catch (error) {
      failed(error)
      return null
    }
  }

  const look = (names: Names, token: string, hasWaited: boolean) =>
    ask(async () => {
      const keys = [names.original, names.turn, names.failure, index]
      const args = [token, turnMs, hasWaited ? 'waited' : 'new', Date.now()]
      return answerSchema.parse(await redis.callBuffer('eval', lookScript, keys.length, ...keys, ...args))
    })

  const keep = (names: Names, token: string, bytes: Uint8Array) =>
    ask(async () => {
      const keys = [names.original, names.turn, index, sizes, total]
      const count = await redis.eval(
        keepScript,
        keys.length,
        ...keys,
        token,
        Buffer.from(bytes),
        Date.now(),
        maxBytes,
        lastsS,
      )
      evicted(z.number().parse(count))
    })

  async function fetchForAll(names: Names, token: string, fetchHere: () => Promise<Uint8Array>): Promise<Uint8Array> {
    try {
      const bytes = await fetchHere()
      await keep(names, token, bytes)
      return bytes
    } catch (error) {
      const problem = error instanceof PictureError ? error.problem : 'notRendered'
      await ask(() => redis.eval(failScript, 2, names.failure, names.turn, token, problem, failureLastsMs))
      throw error
    }
  }

  return {
    async fetch(key, fetchHere) {
      const names = namesOf(key)
      const token = randomUUID()
      const patientUntilMs = performance.now() + turnMs
      for (let hasWaited = false; performance.now() < patientUntilMs; hasWaited = true) {
        const answer = await look(names, token, hasWaited)
        if (answer === null) return fetchHere()
        const [state, content] = answer
        if (state === 'original') {
          if (!isPicture(content)) return fetchForAll(names, token, fetchHere)
          taken()
          return content
        }
        if (state === 'failed') throw new PictureError(content, 'as another server found')
        if (state === 'fetch') return fetchForAll(names, token, fetchHere)
        await sleep(lookEveryMs, closing.signal)
      }
      return fetchHere()
    },
    isUp,
    close() {
      closing.abort()
      close()
    },
  }
}

interface Names {
  readonly original: string
  readonly turn: string
  readonly failure: string
}

function namesOf(key: string): Names {
  const name = `parley-picture:${key}`
  return { original: name, turn: `${name}:turn`, failure: `${name}:failure` }
}

/** Redis may hold anything under a name. */
function isPicture(bytes: Uint8Array): boolean {
  return bytes.length <= maxImageBytes && sniffImageType(bytes) !== undefined
}
