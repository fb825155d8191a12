import type { WireFailure } from '@parley/protocol'
import type { FastifyInstance, FastifyRequest } from 'fastify'

/** A request that is answered with a failure. `retryAfterS` becomes the Retry-After header. */
export class HttpError extends Error {
  override readonly name = 'HttpError'
  readonly status: number
  readonly body: WireFailure
  readonly retryAfterS: number | undefined

  constructor(
    status: number,
    error: string,
    details: Partial<Pick<WireFailure, 'field' | 'offer'>> & { retryAfterS?: number } = {},
  ) {
    super(`${status}: ${error}`)
    const { retryAfterS, ...rest } = details
    this.status = status
    this.body = { success: false, error, ...rest }
    this.retryAfterS = retryAfterS
  }
}

type RateLimit = ReturnType<FastifyInstance['createRateLimit']>

/** Counts a request against a limit of its own. @throws {HttpError} 429 where the address has sent too many. */
export async function enforceLimit(limit: RateLimit, request: FastifyRequest): Promise<void> {
  const state = await limit(request)
  if (state.isAllowed || !state.isExceeded) return
  throw new HttpError(429, 'too many requests: wait as long as Retry-After says', { retryAfterS: state.ttlInSeconds })
}
