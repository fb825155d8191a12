import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'

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
