import type { FastifyInstance } from 'fastify'
import { networkOf } from '../limits/networkAddress.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The network it comes from: what limits count by. */
    network: string
  }
}

export function nameNetworks(app: FastifyInstance, trustedProxies: number): void {
  app.decorateRequest('network', '')
  app.addHook('onRequest', async (request) => {
    request.network = networkOf(request.raw, trustedProxies)
  })
}

/**
 * Returns the request's log id in every answer. The log has the route without wallet or query, and no client address.
 */
export function nameRequests(app: FastifyInstance): void {
  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id)
  })
  app.addHook('onResponse', async (request, reply) => {
    const route = request.routeOptions.url ?? 'none'
    const answered = { method: request.method, route, status: reply.statusCode, ms: Math.round(reply.elapsedTime) }
    request.log.debug(answered, 'answered')
  })
}
