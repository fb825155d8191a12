import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { ServerConfig } from '../config/serverConfig.ts'
import { HttpError } from '../http/httpError.ts'
import { isSameSecret } from '../lib/sameSecret.ts'
import type { Metrics } from './createMetrics.ts'

const metricsPath = '/metrics'

/**
 * `GET /metrics`, with a bearer token. Without a configured token it is closed on real networks. On the local network
 * it is open to this machine, but not through a proxy, behind which every client looks local.
 */
export function serveMetrics(
  app: FastifyInstance,
  metrics: Metrics,
  { metricsToken, deployment }: Pick<ServerConfig, 'metricsToken' | 'deployment'>,
): void {
  const isLocal = deployment.network === 'local'
  const mayRead = (request: FastifyRequest): boolean =>
    metricsToken === null
      ? isLocal && isThisMachine(request)
      : isSameSecret(request.headers.authorization ?? '', `Bearer ${metricsToken}`)
  app.get(metricsPath, async (request, reply) => {
    if (!mayRead(request)) throw new HttpError(404, 'there is nothing at this address')
    return reply
      .type(metrics.contentType)
      .header('cache-control', 'no-store')
      .send(await metrics.text())
  })
}

const loopbackAddress = /^(::1|(::ffff:)?127\.\d+\.\d+\.\d+)$/
/** What proxies add to a request, each its own. */
const forwardingHeader = /^(forwarded|via|x-forwarded-.+|x-real-ip|cf-connecting-ip|true-client-ip)$/

function isThisMachine({ headers, socket }: FastifyRequest): boolean {
  const isForwarded = Object.keys(headers).some((name) => forwardingHeader.test(name))
  return !isForwarded && loopbackAddress.test(socket.remoteAddress ?? '')
}
