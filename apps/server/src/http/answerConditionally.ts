import { hash } from 'node:crypto'
import type { FastifyInstance } from 'fastify'

/**
 * Adds an ETag to every JSON answer to a GET, and answers 304 if the client has it already. Browsers revalidate
 * automatically, since answers say `no-cache`.
 */
export function answerConditionally(app: FastifyInstance): void {
  app.addHook('onSend', async (request, reply, payload) => {
    if (request.method !== 'GET' || reply.statusCode !== 200 || typeof payload !== 'string') return payload
    if (!request.url.startsWith('/api/')) return payload
    const known = reply.getHeader('etag')
    const tag = typeof known === 'string' ? known : `W/"${hash('sha1', payload, 'base64url')}"`
    reply.header('etag', tag)
    if (!hasTag(request.headers['if-none-match'], tag)) return payload
    reply.code(304).removeHeader('content-length')
    return ''
  })
}

/** Whether the browser has the answer with this tag already. */
function hasTag(header: string | undefined, tag: string): boolean {
  return header?.split(',').some((candidate) => candidate.trim() === tag) ?? false
}
