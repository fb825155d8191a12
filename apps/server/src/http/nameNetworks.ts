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
