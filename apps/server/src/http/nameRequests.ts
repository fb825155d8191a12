import type { FastifyInstance } from 'fastify'

/**
 * Every answer carries the name that its request has in the log. What was asked is logged by its route, without the wallet or the
 * query that an address may hold; who asked is not.
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
