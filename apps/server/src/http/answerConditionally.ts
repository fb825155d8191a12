import { hash } from 'node:crypto'
import type { FastifyInstance } from 'fastify'

/**
 * Gives every JSON answer to a GET a tag of its content, and answers 304 without a body to whoever already has that. Browsers ask
 * so by themselves, since answers say `no-cache`: keep, but ask.
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
