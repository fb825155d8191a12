import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import type { ServerConfig } from '../config/serverConfig.ts'
import type { Fence } from '../fence.ts'
import { networkOfAddress } from '../limits/networkAddress.ts'
import { Occupancy } from '../limits/occupancy.ts'

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
