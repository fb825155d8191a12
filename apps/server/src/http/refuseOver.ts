import type { FastifyInstance, FastifyRequest } from 'fastify'
import { HttpError } from './httpError.ts'

type RateLimit = ReturnType<FastifyInstance['createRateLimit']>

/** Counts a request against a limit of its own. @throws {HttpError} 429 where the address has sent too many. */
export async function refuseOver(limit: RateLimit, request: FastifyRequest): Promise<void> {
  const state = await limit(request)
  if (state.isAllowed || !state.isExceeded) return
  throw new HttpError(429, 'too many requests: wait as long as Retry-After says', { retryAfterS: state.ttlInSeconds })
}
