import type { ServerConfig } from '../config/serverConfig.ts'

/** The site that this server serves, as configured. No header of a request has a say in it (decision Z2). */
export interface Site {
  /** What the product is called here. */
  readonly name: string
  /** The start of every link to this site. */
  readonly origin: string
  /** Hosts that a signed text may name: exactly one on a real network. */
  readonly hosts: readonly string[]
  /** Whether an `Origin` header names a page of this site. */
  isOwn(origin: string | undefined): boolean
}

/** Names of this machine. A local world is visited by any of them. */
const loopbackNames = ['127.0.0.1', 'localhost', '[::1]']

/** Without PUBLIC_ORIGIN (local network only) the site is the address that the server listens on. */
export function createSite(
  { publicOrigin, host, deployment, brand }: Pick<ServerConfig, 'publicOrigin' | 'host' | 'deployment' | 'brand'>,
  port: () => number,
): Site {
  const placeAt = (taken: number) => {
    const main = new URL(publicOrigin ?? `http://${nameOf(host)}:${taken}`)
    const own = deployment.network === 'local' ? withLoopbackNames(main) : [main]
    return {
      port: taken,
      origin: main.origin,
      hosts: own.map((url) => url.host),
      origins: new Set(own.map((url) => url.origin)),
    }
  }
  let known: ReturnType<typeof placeAt> | null = null
  const place = () => {
    const taken = port()
    if (known?.port !== taken) known = placeAt(taken)
    return known
  }
  return {
    name: brand.name,
    get origin() {
      return place().origin
    },
    get hosts() {
      return place().hosts
    },
    isOwn: (origin) => origin !== undefined && place().origins.has(origin),
  }
}

/** A host to connect to: the wildcard addresses mean this machine as well. */
function nameOf(host: string): string {
  if (host === '0.0.0.0' || host === '::') return '127.0.0.1'
  return host.includes(':') ? `[${host}]` : host
}

function withLoopbackNames(url: URL): URL[] {
  if (!loopbackNames.includes(url.hostname)) return [url]
  const port = url.port === '' ? '' : `:${url.port}`
  return loopbackNames.map((name) => new URL(`${url.protocol}//${name}${port}`))
}
