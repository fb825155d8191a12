import type { FastifyInstance } from 'fastify'

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
