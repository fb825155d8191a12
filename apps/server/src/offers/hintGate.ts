import { HttpError } from '../http/httpError.ts'

/** Hints that wait for the chain at the same time. Each asks it again and again, so there is a bound. */
const maxWaiting = 200

export interface HintGate {
  /** @throws {HttpError} 503 where too many wait already. */
  pass<T>(work: () => Promise<T>): Promise<T>
}

export function createHintGate(): HintGate {
  let waiting = 0
  return {
    async pass(work) {
      if (waiting >= maxWaiting)
        throw new HttpError(503, 'too many hints are waiting for the chain', { retryAfterS: 2 })
      waiting += 1
      try {
        return await work()
      } finally {
        waiting -= 1
      }
    },
  }
}
