import { liveEventsPath } from '@parley/protocol'
import type { FastifyInstance } from 'fastify'
import { HttpError } from './httpError.ts'

/** Requests that are answered at the same time. A server with more to do would answer all of them late, or none. */
const maxUnderWay = 1_000
const retryAfterS = 2

/**
 * Above its bound the server says at once that it has too much to do. A request counts from the moment that it is here whole:
 * those who never finish their bodies would keep everybody else out. Live streams last, and have a bound of their own.
 */
export function refuseOverload(app: FastifyInstance): void {
  const underWay = new Set<string>()
  app.addHook('onRequest', async (request) => {
    if (underWay.size >= maxUnderWay && !request.url.startsWith(liveEventsPath))
      throw new HttpError(503, 'the server has too much to do', { retryAfterS })
  })
  app.addHook('preValidation', async (request) => {
    if (!request.url.startsWith(liveEventsPath)) underWay.add(request.id)
  })
  app.addHook('onResponse', async (request) => void underWay.delete(request.id))
  app.addHook('onRequestAbort', async (request) => void underWay.delete(request.id))
}
