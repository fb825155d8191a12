import type { FastifyInstance } from 'fastify'
import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { ServerConfig } from '../config/serverConfig.ts'

const twoYearsS = 2 * 365 * 86_400

/** What every answer carries, whatever it is. */
const always = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'cross-origin-opener-policy': 'same-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=(self)',
} as const

/** Only the page's own files may be loaded. Only this server and the configured endpoints may be contacted. */
export function setSecurityHeaders(
  app: FastifyInstance,
  { publicRpcUrls, publicOrigin }: Pick<ServerConfig, 'publicRpcUrls' | 'publicOrigin'>,
  scriptHashes: readonly string[],
): void {
  const policy = contentSecurityPolicy(publicRpcUrls, scriptHashes)
  // Said where visitors come by HTTPS; said by plain HTTP browsers ignore it.
  const transport = publicOrigin?.startsWith('https:') ? { 'strict-transport-security': `max-age=${twoYearsS}` } : {}
  app.addHook('onRequest', async (_request, reply) => {
    reply.headers({ ...always, ...transport }).header('content-security-policy', policy)
  })
}

/** @param scriptHashes of the scripts that stand in the page itself, as `sha256-…`. */
function contentSecurityPolicy(rpcUrls: readonly string[], scriptHashes: readonly string[]): string {
  const endpoints = [...new Set(rpcUrls.map((url) => new URL(url).origin))]
  return [
    "default-src 'none'",
    ["script-src 'self'", ...scriptHashes.map((hash) => `'${hash}'`)].join(' '),
    "style-src 'self'",
    // Wallets announce their icons as data: URLs.
    "img-src 'self' data: blob:",
    "font-src 'self'",
    "media-src 'self' blob:",
    "manifest-src 'self'",
    `connect-src ${["'self'", ...endpoints].join(' ')}`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
  ].join('; ')
}

/** Hashes of the built page's inline scripts, for the content security policy. Empty without a page. */
export async function scriptHashes(webDist: string | null): Promise<readonly string[]> {
  if (webDist === null) return []
  const html = await readFile(join(webDist, 'index.html'), 'utf8').catch(() => '')
  return [...html.matchAll(/<script>([^]*?)<\/script>/g)].map(
    ([, script = '']) => `sha256-${createHash('sha256').update(script).digest('base64')}`,
  )
}
