import type { ServerConfig } from '../config/serverConfig.ts'
import { type Finding, fine, skipped, warning, wrong } from './Finding.ts'

const what = 'cache'
const timeoutMs = 5_000

/** Headers by which caches and CDNs are known. */
const signs = ['x-varnish', 'x-cache', 'cf-cache-status', 'cdn-cache', 'x-cache-status'] as const

/**
 * Whether a cache or CDN in front of the site keeps what it may, and nothing else. Looks through it, as a visitor does:
 * twice at a file of the page, and twice at an answer that changes.
 */
export async function examineCache({
  publicOrigin,
  trustedProxies,
}: Pick<ServerConfig, 'publicOrigin' | 'trustedProxies'>): Promise<Finding> {
  if (publicOrigin === null) return skipped(what, 'PUBLIC_ORIGIN is not set.')
  const ask = (path: string) => fetchOf(publicOrigin + path)
  const page = await ask('/')
  if (!page) return skipped(what, `Nothing answers at ${publicOrigin} yet, so a cache in front of it can't be seen.`)
  if (!signs.some((sign) => page.headers.has(sign))) return skipped(what, 'There is none in front of the site.')
  for (const path of ['/api/config', '/api/session']) {
    await ask(path)
    const again = await ask(path)
    if (again && isKept(again.headers))
      return wrong(
        what,
        `It keeps ${path}, so visitors get old answers, or another visitor's. Use the rules of deploy/varnish/parley.vcl.`,
      )
  }
  if (trustedProxies === 0)
    return warning(what, 'It is in front of the site, and TRUSTED_PROXIES is 0: all visitors share one allowance.')
  const file = /\/assets\/[\w.-]+/.exec(page.text)?.[0]
  if (file === undefined) return fine(what, 'It passes on what changes. The page names no file to try it with.')
  await ask(file)
  const again = await ask(file)
  if (!again || !isKept(again.headers))
    return warning(
      what,
      'It keeps no files of the page, so every one comes from a server. Use the rules of deploy/varnish/parley.vcl.',
    )
  return fine(what, 'It keeps files of the page, and passes on what changes.')
}

async function fetchOf(url: string) {
  try {
    const response = await fetch(url, { redirect: 'manual', signal: AbortSignal.timeout(timeoutMs) })
    return { headers: response.headers, text: await response.text() }
  } catch {
    return null
  }
}

/** Varnish names two requests: this one, and the one that the answer was kept from. */
function isKept(headers: Headers): boolean {
  const varnish = headers.get('x-varnish')
  if (varnish !== null) return varnish.trim().split(' ').length === 2
  return signs.some((sign) => /\bhit\b/i.test(headers.get(sign) ?? ''))
}
