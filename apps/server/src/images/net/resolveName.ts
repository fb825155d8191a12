import type { LookupAddress } from 'node:dns'
import { Resolver } from 'node:dns/promises'

/** Resolves a host name to all of its addresses. */
export type Resolve = (hostname: string) => Promise<LookupAddress[]>

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
