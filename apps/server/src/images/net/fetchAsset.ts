import { Agent as HttpAgent, request as httpRequest, type IncomingMessage, type RequestOptions } from 'node:http'
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https'
import { isIP } from 'node:net'
import { PictureError } from '../PictureError.ts'
import { createPublicLookup } from './createPublicLookup.ts'
import { isPublicAddress } from './isPublicAddress.ts'
import { readBody } from './readBody.ts'
import { createResolve, type Resolve } from './resolveName.ts'

export interface FetchLimits {
  /** From the request to the last byte, redirects included. */
  readonly timeoutMs: number
  readonly maxBytes: number
}

/** Gets the bytes behind an address of the public internet. */
export type FetchAsset = (url: URL, limits: FetchLimits, signal?: AbortSignal) => Promise<Uint8Array>

export interface FetchOptions {
  /** Exempt from every rule below: exactly these origins. */
  readonly trustedOrigins: readonly string[]
  readonly resolve?: Resolve
  /** Which ports of public hosts are connected to; '' is the scheme's own. */
  readonly isServedPort?: (port: string) => boolean
}

const maxRedirects = 5
const socketsPerHost = 12

/**
 * A fetch that connects only to public hosts on standard ports, whatever a contract or redirect says. The origins of
 * `trustedOrigins` are exempt: exactly those, and only they may have other ports.
 *
 * The fetch throws {@link PictureError}: `refused`, `unreachable`, `badStatus`, `tooLarge`.
 */
export function createFetchAsset({
  trustedOrigins,
  resolve = createResolve(),
  isServedPort = (port) => port === '',
}: FetchOptions): FetchAsset {
  const lookup = createPublicLookup(resolve)
  const agents = {
    http: new HttpAgent({ maxSockets: socketsPerHost }),
    https: new HttpsAgent({ maxSockets: socketsPerHost }),
  }

  function send(url: URL, signal: AbortSignal): Promise<IncomingMessage> {
    const trusted = trustedOrigins.includes(url.origin)
    if (!trusted) refuseUnlessPublic(url, isServedPort)
    const secure = url.protocol === 'https:'
    const options: RequestOptions = {
      agent: secure ? agents.https : agents.http,
      signal,
      headers: {
        accept: 'image/*, application/json;q=0.9, */*;q=0.5',
        'accept-encoding': 'gzip, deflate, br',
        'user-agent': 'Parley',
      },
      ...(trusted ? {} : { lookup }),
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
