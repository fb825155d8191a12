import type { LookupAddress } from 'node:dns'
import { Resolver } from 'node:dns/promises'
import { Agent as HttpAgent, type IncomingMessage, request as httpRequest, type RequestOptions } from 'node:http'
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import { pipeline, type Readable, type Transform } from 'node:stream'
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib'
import ipaddr from 'ipaddr.js'
import { PictureError } from '../PictureError.ts'

interface FetchLimits {
  /** From the request to the last byte, redirects included. */
  readonly timeoutMs: number
  readonly maxBytes: number
}

/** Gets the bytes behind an address of the public internet. */
export type FetchAsset = (url: URL, limits: FetchLimits, signal?: AbortSignal) => Promise<Uint8Array>

export interface GuardOptions {
  /** Exempt from every rule below: exactly these origins. */
  readonly trustedOrigins: readonly string[]
  readonly resolve?: Resolve
  /** Which ports of public hosts are connected to; '' is the scheme's own. */
  readonly isServedPort?: (port: string) => boolean
}

/**
 * Lets requests reach public hosts on standard ports alone, and the origins of `trustedOrigins`: exactly those, and only they may
 * have other ports.
 *
 * @returns what a request to a URL needs to connect to the addresses that were checked. Throws {@link PictureError} `refused`.
 */
export function createRequestGuard({
  trustedOrigins,
  resolve = createResolve(),
  isServedPort = (port) => port === '',
}: GuardOptions): (url: URL) => Pick<RequestOptions, 'lookup'> {
  const lookup = createPublicLookup(resolve)
  return (url) => {
    if (trustedOrigins.includes(url.origin)) return {}
    refuseUnlessPublic(url, isServedPort)
    return { lookup }
  }
}

const maxRedirects = 5
const socketsPerHost = 12

/**
 * A guarded fetch ({@link createRequestGuard}), whatever a contract or redirect says.
 *
 * The fetch throws {@link PictureError}: `refused`, `unreachable`, `badStatus`, `tooLarge`.
 */
export function createFetchAsset(options: GuardOptions): FetchAsset {
  const guard = createRequestGuard(options)
  const agents = {
    http: new HttpAgent({ maxSockets: socketsPerHost }),
    https: new HttpsAgent({ maxSockets: socketsPerHost }),
  }

  function send(url: URL, signal: AbortSignal): Promise<IncomingMessage> {
    const guarded = guard(url)
    const secure = url.protocol === 'https:'
    const options: RequestOptions = {
      agent: secure ? agents.https : agents.http,
      signal,
      headers: {
        accept: 'image/*, application/json;q=0.9, */*;q=0.5',
        'accept-encoding': 'gzip, deflate, br',
        'user-agent': 'Parley',
      },
      ...guarded,
    }
    return new Promise((resolve, reject) => {
      const request = secure ? httpsRequest(url, options, resolve) : httpRequest(url, options, resolve)
      request.on('error', reject).end()
    })
  }

  return async function fetchAsset(url, { timeoutMs, maxBytes }, signal) {
    const patience = AbortSignal.timeout(timeoutMs)
    const either = signal ? AbortSignal.any([patience, signal]) : patience
    try {
      let next = url
      for (let hop = 0; hop <= maxRedirects; hop++) {
        const response = await send(next, either)
        const target = redirectTarget(response, next)
        if (!target) return await readBody(response, maxBytes)
        response.destroy()
        next = target
      }
      throw new PictureError('badStatus', `${url.host} redirects in circles`)
    } catch (error) {
      if (error instanceof PictureError) throw error
      if (signal?.aborted) throw signal.reason
      throw new PictureError('unreachable', url.host, error)
    }
  }
}

/** IP literals skip the DNS lookup, so check them here. The URL parser has normalised every notation. */
function refuseUnlessPublic(url: URL, isServedPort: (port: string) => boolean): void {
  const host = url.hostname.replace(/^\[|\]$/g, '')
  const plain = (url.protocol === 'http:' || url.protocol === 'https:') && isServedPort(url.port)
  if (
    !plain ||
    url.username !== '' ||
    url.password !== '' ||
    host === '' ||
    (isIP(host) !== 0 && !isPublicAddress(host))
  ) {
    throw new PictureError('refused', `${url.protocol}//${url.host}`)
  }
}

function redirectTarget(response: IncomingMessage, from: URL): URL | undefined {
  const { statusCode = 0 } = response
  const { location } = response.headers
  if (statusCode < 300 || statusCode >= 400 || location === undefined) {
    if (statusCode >= 200 && statusCode < 300) return undefined
    response.destroy()
    throw new PictureError('badStatus', `${from.host} ${statusCode}`)
  }
  if (!URL.canParse(location, from)) throw new PictureError('badStatus', `${from.host} redirects to nowhere`)
  return new URL(location, from)
}

/**
 * A look-up for sockets that answers only when every address of the name is public. The socket connects to the very
 * addresses that were checked, so a name that answers differently the next time gains nothing.
 */
function createPublicLookup(resolve: Resolve): LookupFunction {
  return (hostname, options, callback) => {
    resolve(hostname).then(
      (addresses) => {
        const [first] = addresses
        if (!first || !addresses.every(({ address }) => isPublicAddress(address))) {
          callback(new PictureError('refused', hostname), '')
        } else if (options.all) callback(null, addresses)
        else callback(null, first.address, first.family)
      },
      (error: NodeJS.ErrnoException) => callback(error, ''),
    )
  }
}

/** Global unicast: nothing else of IPv6 is routed on the public internet. */
const globalUnicast: [ipaddr.IPv6, number] = [ipaddr.IPv6.parse('2000::'), 3]

/**
 * Whether an IP address belongs to a host on the public internet. Allows what is known to be public and refuses all else:
 * loopback, private, link-local, shared, benchmarking, multicast, reserved, documentation, and every form that embeds another
 * address (mapped, compatible, NAT64, 6to4, Teredo), which would let a private one pass in disguise.
 */
export function isPublicAddress(address: string): boolean {
  if (isIP(address) === 0) return false
  const parsed = ipaddr.parse(address)
  if (parsed.range() !== 'unicast') return false
  return !(parsed instanceof ipaddr.IPv6) || parsed.match(globalUnicast)
}

/**
 * Reads and decompresses an answer's body up to a limit, so that a decompression bomb ends there. @throws
 * {PictureError} `tooLarge`
 */
async function readBody(response: IncomingMessage, maxBytes: number): Promise<Uint8Array> {
  const host = response.socket?.remoteAddress ?? ''
  if (Number(response.headers['content-length'] ?? 0) > maxBytes) {
    response.destroy()
    throw new PictureError('tooLarge', host)
  }
  const chunks: Buffer[] = []
  let bytes = 0
  const body = unpacked(response)
  try {
    for await (const chunk of body) {
      if (!Buffer.isBuffer(chunk)) continue
      bytes += chunk.length
      if (bytes > maxBytes) throw new PictureError('tooLarge', host)
      chunks.push(chunk)
    }
  } finally {
    body.destroy()
    response.destroy()
  }
  return Buffer.concat(chunks)
}

const unpackers: Readonly<Record<string, () => Transform>> = {
  gzip: createGunzip,
  'x-gzip': createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
}

function unpacked(response: IncomingMessage): Readable {
  const encoding = response.headers['content-encoding']?.toLowerCase() ?? 'identity'
  const create = unpackers[encoding]
  if (create) return pipeline(response, create(), () => undefined)
  if (encoding === 'identity' || encoding === '') return response
  throw new PictureError('notAnImage', `content-encoding ${encoding}`)
}

/** Resolves a host name to all of its addresses. */
type Resolve = (hostname: string) => Promise<LookupAddress[]>

const defaultQueryTimeoutMs = 2_000
const tries = 2
const loopbackName = /(^|\.)localhost\.?$/i

interface ResolveOptions {
  /** Asked instead of the system's name servers. */
  readonly servers?: readonly string[]
  readonly queryTimeoutMs?: number
}

/**
 * Resolves names that strangers choose, by DNS alone. The system's own look-up (getaddrinfo) would hold one of the four threads
 * that files and pictures need for as long as a name server is silent; it also reads /etc/hosts and adds search domains, where
 * only machines of ours are to be found.
 */
export function createResolve({ servers, queryTimeoutMs = defaultQueryTimeoutMs }: ResolveOptions = {}): Resolve {
  const resolver = new Resolver({ timeout: queryTimeoutMs, tries })
  if (servers) resolver.setServers(servers)
  return async (hostname) => {
    // By definition this machine (RFC 6761), whatever a name server says.
    if (loopbackName.test(hostname)) return [{ address: '127.0.0.1', family: 4 }]
    const [four, six] = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)])
    const found = [...addressesOf(four, 4), ...addressesOf(six, 6)]
    if (found.length === 0 && four.status === 'rejected') throw four.reason
    return found
  }
}

function addressesOf(answer: PromiseSettledResult<string[]>, family: 4 | 6): LookupAddress[] {
  return answer.status === 'fulfilled' ? answer.value.map((address) => ({ address, family })) : []
}
