import { Redis } from 'ioredis'
import { failureText } from '../log.ts'
import { type Finding, fine, skipped, warning, wrong } from './Finding.ts'

const what = 'redis'
const timeoutMs = 5_000
const key = 'parley-doctor'

/** What limits may take beside the pictures. */
const besidePicturesMb = 100
const mb = 1024 ** 2

/**
 * Whether Redis can count limits and share original pictures.
 *
 * It has to answer, let us in, take writes, run scripts and have room. Servers do without it, see REDIS_URL.
 */
export async function examineRedis(url: string | null, picturesBytes: number): Promise<Finding> {
  if (url === null)
    return skipped(what, 'REDIS_URL is not set: each server counts limits and fetches original pictures for itself.')
  const redis = new Redis(url, {
    lazyConnect: true,
    connectTimeout: timeoutMs,
    commandTimeout: timeoutMs,
    enableReadyCheck: false,
    maxRetriesPerRequest: 0,
    retryStrategy: () => null,
  })
  let lastError: unknown
  redis.on('error', (error) => (lastError = error))
  try {
    await redis.connect()
    const answer = await redis.eval("redis.call('set', KEYS[1], 7, 'EX', 5) return redis.call('get', KEYS[1])", 1, key)
    if (answer !== '7') return wrong(what, 'What answers there is not Redis. Look at REDIS_URL.')
    const memory = await redis.info('memory')
    const maxMb = Number(/^maxmemory:(\d+)/m.exec(memory)?.[1] ?? 0) / mb
    const neededMb = picturesBytes / mb + besidePicturesMb
    if (maxMb > 0 && maxMb < neededMb)
      return warning(
        what,
        `Its maxmemory is ${Math.round(maxMb)} MB. Pictures and limits need ${neededMb}: raise it, or lower SHARED_PICTURES_MB.`,
      )
    const policy = /^maxmemory_policy:(\S+)/m.exec(memory)?.[1]
    if (maxMb > 0 && policy !== undefined && !goodPolicy.test(policy))
      return warning(what, `Its maxmemory-policy is ${policy}: once full, ${whenFull(policy)}. Set allkeys-lru.`)
    return fine(what, 'It answers, takes writes and runs scripts.')
  } catch (error) {
    return wrong(
      what,
      `${cause(lastError ?? error)} Until then each server counts limits and fetches original pictures for itself.`,
    )
  } finally {
    redis.disconnect()
  }
}

/** Counts are used most, so pictures go first. */
const goodPolicy = /^(?:allkeys|volatile)-l[rf]u$/

function whenFull(policy: string): string {
  return policy === 'noeviction' ? 'it refuses writes, and nothing is counted' : 'counts of limits go before pictures'
}

function cause(error: unknown): string {
  const text = failureText(error)
  if (/Protocol error|RESP type/i.test(text)) return 'What answers there is not Redis. Look at REDIS_URL.'
  if (/EPIPE|ECONNRESET|Connection is closed/.test(text))
    return 'It hangs up without an answer. Is REDIS_URL the address of another program, or does it want TLS (rediss:)?'
  if (/timed out|ETIMEDOUT/i.test(text))
    return `Nothing came within ${timeoutMs / 1000} s. Is it hanging, or is the port of REDIS_URL another program's?`
  if (/WRONGPASS|NOAUTH|invalid password/i.test(text)) return 'It refuses the password. Look at REDIS_URL.'
  if (/READONLY/.test(text)) return 'It is a replica, which takes no writes. REDIS_URL must name the primary.'
  if (/OOM/.test(text)) return 'Its memory is full. Raise maxmemory.'
  if (/NOPERM/.test(text)) return 'Its user may not run scripts or write keys that begin with parley-.'
  return `It cannot be used: ${text}. Look at REDIS_URL.`
}
