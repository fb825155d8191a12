import type { IncomingMessage } from 'node:http'
import ipaddr from 'ipaddr.js'

/** All requests whose address cannot be read share one set of limits. */
const unknownNetwork = 'unknown'
/** A port, as some proxies append it: `203.0.113.9:4711`, `[2001:db8::1]:4711`. */
const withPort = /^(?:\[([^\]]+)\]|([0-9.]+))(?::\d+)?$/

/**
 * The network of a request, by which every limit counts. That is an IPv4 address, or the /64 of an IPv6 address, since
 * a subscriber gets at least that much. `trustedProxies` is the number of X-Forwarded-For hops added by our proxies.
 */
export function networkOf(request: IncomingMessage, trustedProxies: number): string {
  const forwarded = String(request.headers['x-forwarded-for'] ?? '')
  const hops = [request.socket.remoteAddress ?? '', ...forwarded.split(',').toReversed()].map((hop) => hop.trim())
  const known = hops.filter((hop) => hop !== '')
  return networkOfAddress(known[Math.min(trustedProxies, known.length - 1)] ?? '')
}

export function networkOfAddress(text: string): string {
  const [, bracketed, plain] = withPort.exec(text) ?? []
  const address = bracketed ?? plain ?? text
  if (!ipaddr.isValid(address)) return unknownNetwork
  const parsed = ipaddr.process(address)
  return parsed instanceof ipaddr.IPv6 ? parsed.parts.slice(0, 4).map(hex).join(':') : parsed.toString()
}

/** The /48 that an IPv6 network lies in, as much as one customer is commonly given; null for IPv4. */
export function siteOfNetwork(network: string): string | null {
  const parts = network.split(':')
  return parts.length === 4 ? parts.slice(0, 3).join(':') : null
}

function hex(part: number): string {
  return part.toString(16)
}
