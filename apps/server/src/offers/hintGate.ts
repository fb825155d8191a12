import type { RateLimits } from '../config/serverConfig.ts'
import { HttpError } from '../http/httpError.ts'
import { Occupancy } from '../limits/occupancy.ts'

/** Hints that wait for the chain at the same time. Each asks it again and again, so there is a bound. */
const maxWaiting = 200
const retryAfterS = 2

export interface HintGate {
  /** @throws {HttpError} 429 where too many of this network wait already, 503 where too many do. */
  pass<T>(network: string, work: () => Promise<T>): Promise<T>
}

export function createHintGate({ writesPerMinute }: Pick<RateLimits, 'writesPerMinute'>): HintGate {
  // Far more than can wait at once at that rate.
  const perNetwork = Math.min(maxWaiting, Math.ceil(writesPerMinute / 3))
  const waiting = new Occupancy({ total: maxWaiting, perNetwork })
  return {
    async pass(network, work) {
      const leave = waiting.enter(network)
      if (!leave && waiting.isFull)
        throw new HttpError(503, 'too many hints are waiting for the chain', { retryAfterS })
      if (!leave) throw new HttpError(429, 'too many of your hints are waiting for the chain', { retryAfterS })
      try {
        return await work()
      } finally {
        leave()
      }
    },
  }
}
