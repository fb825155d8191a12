import type { IncomingMessage } from 'node:http'

/** Host and port of the site that a request's page is of; null where it is of no page at all. */
export function originHost({ headers }: IncomingMessage): string | null {
  const { origin } = headers
  return origin !== undefined && URL.canParse(origin) ? new URL(origin).host : null
}

/** Whether a request comes from a page of this very site. Browsers always say whose page it is; a websocket has no other guard. */
export function isOwnOrigin(request: IncomingMessage, trustedProxies: number): boolean {
  const forwarded = trustedProxies > 0 ? request.headers['x-forwarded-host'] : undefined
  const host = String(forwarded ?? request.headers.host ?? '')
    .split(',')[0]
    ?.trim()
    .toLowerCase()
  return host !== undefined && host !== '' && originHost(request) === withoutDefaultPort(host, request.headers.origin)
}

/** A browser leaves the usual port out of the origin; a proxy may still name it. */
function withoutDefaultPort(host: string, origin = ''): string {
  const url = `${origin.split(':')[0]}://${host}`
  return URL.canParse(url) ? new URL(url).host : host
}
