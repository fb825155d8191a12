import type { IncomingMessage } from 'node:http'
import ipaddr from 'ipaddr.js'

/**
 * Who a request comes from, as far as limits go: the address behind the trusted proxies. Of an IPv6 address the first 64 bits,
 * since whoever has one has all of the rest.
 */
export function clientAddress(request: IncomingMessage, trustedProxies: number): string {
  const forwarded = String(request.headers['x-forwarded-for'] ?? '')
  const hops = [request.socket.remoteAddress ?? '', ...forwarded.split(',').toReversed()].map((hop) => hop.trim())
  const known = hops.filter((hop) => hop !== '')
  return network(known[Math.min(trustedProxies, known.length - 1)] ?? '')
}

function network(address: string): string {
  if (!ipaddr.isValid(address)) return address
  const parsed = ipaddr.process(address)
  return parsed instanceof ipaddr.IPv6 ? parsed.parts.slice(0, 4).join(':') : parsed.toString()
}
