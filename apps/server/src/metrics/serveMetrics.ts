import { timingSafeEqual } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { HttpError } from '../http/httpError.ts'
import type { Metrics } from './createMetrics.ts'

export const metricsPath = '/metrics'

/**
 * `GET /metrics`, for whoever shows the token. Without one it is for this machine alone, and not through a proxy on it, behind
 * which everybody would look like this machine.
 */
export function serveMetrics(app: FastifyInstance, metrics: Metrics, token: string | null): void {
  app.get(metricsPath, async (request, reply) => {
    if (!mayRead(request, token)) throw new HttpError(404, 'there is nothing at this address')
    return reply
      .type(metrics.contentType)
      .header('cache-control', 'no-store')
      .send(await metrics.text())
  })
}

const thisMachine = /^(::1|(::ffff:)?127\.\d+\.\d+\.\d+)$/

function mayRead(request: FastifyRequest, token: string | null): boolean {
  if (token !== null) return isSame(request.headers.authorization ?? '', `Bearer ${token}`)
  const isForwarded = request.headers['x-forwarded-for'] !== undefined || request.headers.forwarded !== undefined
  return !isForwarded && thisMachine.test(request.socket.remoteAddress ?? '')
}

/** In the same time wherever they differ. */
function isSame(given: string, wanted: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(wanted)]
  return one.length === other.length && timingSafeEqual(one, other)
}
