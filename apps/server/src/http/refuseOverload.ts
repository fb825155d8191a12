import type { Socket } from 'node:net'
import { liveEventsPath } from '@parley/protocol'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { RateLimits } from '../config/serverConfig.ts'
import { Occupancy } from '../limits/occupancy.ts'
import { HttpError } from './httpError.ts'

const retryAfterS = 2
/** How long a client may take to read an answer, from its request on. */
const maxAnswerMs = 5 * 60_000
const sweepEveryMs = 10_000

interface UnderWay {
  readonly socket: Socket
  readonly sinceMs: number
}

/**
 * Above its bound the server says at once that it has too much to do. A request counts from the moment that it is here whole
 * until its answer was read or its connection closed. Clients that never read their answers are bounded by network, and cut off
 * in the end. Live streams last, and have a bound of their own.
 */
export function refuseOverload(
  app: FastifyInstance,
  { requestsPerMinute, requestsAtOnce }: Pick<RateLimits, 'requestsPerMinute' | 'requestsAtOnce'>,
): void {
  // Five seconds' worth of what it may send a minute.
  const perNetwork = Math.min(requestsAtOnce, Math.ceil(requestsPerMinute / 12))
  const occupancy = new Occupancy({ total: requestsAtOnce, perNetwork })
  const underWay = new Set<UnderWay>()
  app.addHook('onRequest', async (request) => {
    if (occupancy.isFull && !isStream(request)) throw tooMuchToDo()
  })
  app.addHook('preValidation', async (request, { raw }) => {
    if (isStream(request)) return
    const leave = occupancy.enter(request.network)
    if (!leave && occupancy.isFull) throw tooMuchToDo()
    if (!leave) throw new HttpError(429, 'too many requests at the same time', { retryAfterS })
    const own = { socket: request.raw.socket, sinceMs: performance.now() }
    underWay.add(own)
    // Emitted whatever becomes of the answer; fastify's hooks miss a client that goes away after its body.
    raw.once('close', () => {
      leave()
      underWay.delete(own)
    })
  })
  const sweep = setInterval(() => {
    const beforeMs = performance.now() - maxAnswerMs
    for (const { socket, sinceMs } of underWay) if (sinceMs < beforeMs) socket.destroy()
  }, sweepEveryMs).unref()
  app.addHook('onClose', async () => clearInterval(sweep))
}

function isStream({ url }: FastifyRequest): boolean {
  return url.startsWith(liveEventsPath)
}

function tooMuchToDo(): HttpError {
  return new HttpError(503, 'the server has too much to do', { retryAfterS })
}
