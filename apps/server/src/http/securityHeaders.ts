import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pageDeploymentIn } from '@parley/protocol'
import type { ServerConfig } from '../config/serverConfig.ts'

const twoYearsS = 2 * 365 * 86_400

/** What every answer carries, whatever it is. */
const always = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'cross-origin-opener-policy': 'same-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=(self)',
} as const

/**
 * Headers of every answer. Only the page's own files may be loaded; only this server and the configured endpoints may be
 * contacted.
 */
export function securityHeaders(
  { publicRpcUrls, publicOrigin }: Pick<ServerConfig, 'publicRpcUrls' | 'publicOrigin'>,
  page: PageNeeds,
): Readonly<Record<string, string>> {
  // Said where visitors come by HTTPS; said by plain HTTP browsers ignore it.
  const transport = publicOrigin?.startsWith('https:') ? { 'strict-transport-security': `max-age=${twoYearsS}` } : {}
  return { ...always, ...transport, 'content-security-policy': contentSecurityPolicy(publicRpcUrls, page) }
}

/** What a built page needs of the content security policy. */
interface PageNeeds {
  /** Of the scripts in its document, as `sha256-…`. */
  readonly scriptHashes: readonly string[]
  /** Where it meets wallets on phones; null if it was built without. */
  readonly relayUrl: string | null
  /** Where it reads what a server must not be able to hide (My escrow). */
  readonly rpcUrls: readonly string[]
  /** Where it reads names of another chain. */
  readonly nameUrls: readonly string[]
}

/** Reown's frame that attests the page's origin to the wallet. Other relays have none. */
const attestations = { relay: 'wss://relay.walletconnect.org', frame: 'https://verify.walletconnect.org' }

function contentSecurityPolicy(rpcUrls: readonly string[], page: PageNeeds): string {
  const { scriptHashes, relayUrl } = page
  const relay = relayUrl === null ? [] : [new URL(relayUrl).origin]
  const endpoints = [
    ...new Set([...[...rpcUrls, ...page.rpcUrls, ...page.nameUrls].map((url) => new URL(url).origin), ...relay]),
  ]
  return [
    "default-src 'none'",
    ["script-src 'self'", ...scriptHashes.map((hash) => `'${hash}'`)].join(' '),
    "style-src 'self'",
    // Wallets announce their icons as data: URLs.
    "img-src 'self' data: blob:",
    "font-src 'self'",
    "media-src 'self' blob:",
    "manifest-src 'self'",
    "worker-src 'self'",
    `connect-src ${["'self'", ...endpoints].join(' ')}`,
    ...(relay.includes(attestations.relay) ? [`frame-src ${attestations.frame}`] : []),
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
  ].join('; ')
}

/** Reads what the built page needs from its document. Nothing without a page. */
export async function readPageNeeds(webDist: string | null): Promise<PageNeeds> {
  const html = webDist === null ? '' : await readFile(join(webDist, 'index.html'), 'utf8').catch(() => '')
  const scriptHashes = [...html.matchAll(/<script>([^]*?)<\/script>/g)].map(
    ([, script = '']) => `sha256-${createHash('sha256').update(script).digest('base64')}`,
  )
  const built = pageDeploymentIn(html)
  return {
    scriptHashes,
    relayUrl: built?.walletConnect?.relayUrl ?? null,
    rpcUrls: built?.rpcUrls ?? [],
    nameUrls: built?.ens?.rpcUrls ?? [],
  }
}
