import { siteOfNetwork } from './networkAddress.ts'

export interface OccupancyLimits {
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
