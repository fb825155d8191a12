import type { FastifyRequest } from 'fastify'

/** This server's origin as visitors see it: as configured, or as they name it. Null where they name what cannot be one. */
export function pageOrigin(
  publicOrigin: string | null,
  { protocol, host }: Pick<FastifyRequest, 'protocol' | 'host'>,
): string | null {
  if (publicOrigin !== null) return publicOrigin
  return /^[a-z0-9.:[\]-]+$/i.test(host) ? `${protocol}://${host}` : null
}
