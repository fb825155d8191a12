import type { IncomingMessage } from 'node:http'
import ipaddr from 'ipaddr.js'
import { LRUCache } from 'lru-cache'

interface OccupancyLimits {
  readonly total: number
  readonly perNetwork: number
}

/** One IPv6 /48 holds 65,536 networks, and together they get no more than this share of the whole. */
const siteShare = 0.1

/** Counts resources that clients hold open (connections, streams, requests), so that no network takes all. */
export class Occupancy {
  readonly #limits: OccupancyLimits
  readonly #perSite: number
  readonly #networks = new Map<string, number>()
  readonly #sites = new Map<string, number>()
  #total = 0

  constructor(limits: OccupancyLimits) {
    this.#limits = limits
    this.#perSite = Math.max(limits.perNetwork, Math.floor(limits.total * siteShare))
  }

  get total(): number {
    return this.#total
  }

  get isFull(): boolean {
    return this.#total >= this.#limits.total
  }

  /** @returns what gives the place back, which works once; null where there is none left. */
  enter(network: string): (() => void) | null {
    const site = siteOfNetwork(network)
    if (this.isFull || (this.#networks.get(network) ?? 0) >= this.#limits.perNetwork) return null
    if (site !== null && (this.#sites.get(site) ?? 0) >= this.#perSite) return null
    const move = (by: 1 | -1): void => {
      this.#total += by
      add(this.#networks, network, by)
      if (site !== null) add(this.#sites, site, by)
    }
    move(1)
    let isOpen = true
    return () => {
      if (isOpen) move(-1)
      isOpen = false
    }
  }
}

/** Keys that count nothing go, so the map never holds more than what is open. */
function add(counts: Map<string, number>, key: string, by: 1 | -1): void {
  const count = (counts.get(key) ?? 0) + by
  if (count > 0) counts.set(key, count)
  else counts.delete(key)
}

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
  const known = networks.get(text)
  if (known !== undefined) return known
  const network = readNetwork(text)
  // Whatever a client sends as its address: not kept where it is long.
  if (text.length <= maxAddressLength) networks.set(text, network)
  return network
}

/** Every request asks, and reading an address takes longer than counting it. */
const networks = new LRUCache<string, string>({ max: 10_000 })
const maxAddressLength = 64

function readNetwork(text: string): string {
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
