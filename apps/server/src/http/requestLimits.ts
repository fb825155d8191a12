import type { Socket } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { alivePath, liveEventsPath, tableEventsPath } from '@parley/protocol'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { RateLimits, ServerConfig } from '../config/serverConfig.ts'
import type { Fence } from '../fence.ts'
import { HttpError } from './httpError.ts'
import { networkOfAddress, Occupancy } from '../limits/occupancy.ts'

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
 * in the end. Live streams last, and have a bound of their own. What restarts a server that gives no answer is never shed.
 */
export function shedLoad(
  app: FastifyInstance,
  { requestsPerMinute, requestsAtOnce }: Pick<RateLimits, 'requestsPerMinute' | 'requestsAtOnce'>,
): { readonly isFull: () => boolean } {
  // Five seconds' worth of what it may send a minute.
  const perNetwork = Math.min(requestsAtOnce, Math.ceil(requestsPerMinute / 12))
  const occupancy = new Occupancy({ total: requestsAtOnce, perNetwork })
  const underWay = new Set<UnderWay>()
  app.addHook('onRequest', async (request) => {
    if (occupancy.isFull && !isUncounted(request)) throw tooMuchToDo()
  })
  app.addHook('preValidation', async (request, { raw }) => {
    if (isUncounted(request)) return
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
  return { isFull: () => occupancy.isFull }
}

function isUncounted({ url, routeOptions }: FastifyRequest): boolean {
  return routeOptions.url === alivePath || url.startsWith(liveEventsPath) || url.startsWith(tableEventsPath)
}

function tooMuchToDo(): HttpError {
  return new HttpError(503, 'the server has too much to do', { retryAfterS })
}

const delayMs = 1_000
/** What waits takes memory. Beyond this the answer goes out at once, and its connection ends. */
const maxWaiting = 500

/**
 * Delays the answer to clients over a limit. A flood on open connections then slows itself down, while instant refusals
 * would cost other visitors' time.
 */
export function tarpitRefusals(app: FastifyInstance): void {
  let waiting = 0
  app.addHook('onSend', async (_request, reply) => {
    if (reply.statusCode !== 429) return
    if (waiting >= maxWaiting) {
      reply.header('connection', 'close')
      return
    }
    waiting += 1
    await delay(delayMs)
    waiting -= 1
  })
}

export const maxSockets = 20_000
/** Requests on one connection that have no answer yet. Neither browsers nor proxies send the next before an answer. */
const maxPipelined = 8

/**
 * Bounds what one connection, and all connections of one network, can hold. Behind proxies every connection is theirs, and
 * counting networks is their work.
 */
export function limitConnections(
  app: FastifyInstance,
  { trustedProxies, rateLimits }: Pick<ServerConfig, 'trustedProxies' | 'rateLimits'>,
  fence: Fence,
): void {
  app.server.maxConnections = maxSockets
  if (trustedProxies === 0) {
    // A client needs no more connections than it may send requests.
    const open = new Occupancy({ total: maxSockets, perNetwork: Math.min(maxSockets, rateLimits.requestsPerMinute) })
    app.server.on('connection', (socket: Socket) => {
      fence.run('connection', { end: () => socket.destroy() }, () => {
        const leave = open.enter(networkOfAddress(socket.remoteAddress ?? ''))
        if (leave) socket.once('close', leave)
        else socket.destroy()
      })
    })
  }
  const unanswered = new WeakMap<Socket, number>()
  app.addHook('onRequest', async (request, reply) => {
    const { socket } = request.raw
    const count = (unanswered.get(socket) ?? 0) + 1
    unanswered.set(socket, count)
    if (count <= maxPipelined) return
    reply.hijack()
    socket.destroy()
  })
  app.addHook('onResponse', async ({ raw: { socket } }) => {
    unanswered.set(socket, (unanswered.get(socket) ?? 1) - 1)
  })
}
