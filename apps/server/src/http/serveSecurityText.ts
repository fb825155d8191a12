import type { FastifyInstance } from 'fastify'
import type { Site } from './site.ts'

/** Less than a year, as RFC 9116 asks. The operator vouches for the contact for as long as the server runs with it. */
const validForMs = 90 * 86_400_000

/** `/.well-known/security.txt` (RFC 9116): where a hole is reported. Without a contact there is no such file. */
export function serveSecurityText(app: FastifyInstance, contacts: readonly string[], site: Pick<Site, 'origin'>): void {
  if (contacts.length === 0) return
  const path = '/.well-known/security.txt'
  app.get(path, (_request, reply) => {
    reply.type('text/plain; charset=utf-8').header('cache-control', 'public, max-age=86400')
    return securityText(contacts, site.origin + path, new Date(Date.now() + validForMs))
  })
}

function securityText(contacts: readonly string[], url: string, expires: Date): string {
  return [
    ...contacts.map((contact) => `Contact: ${contact}`),
    `Expires: ${expires.toISOString()}`,
    'Preferred-Languages: en',
    // The RFC allows this line for https alone.
    ...(url.startsWith('https:') ? [`Canonical: ${url}`] : []),
    '',
  ].join('\n')
}
