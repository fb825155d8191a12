import type { Address } from '../address.ts'

/** One UTC day: how many offers ended which way on it. */
export interface TradeDay {
  /** `2026-11-20` */
  readonly day: string
  readonly completed: number
  readonly cancelled: number
  readonly expired: number
}

/** How many completed trades of the charts' days a collection was part of, on either side. */
export interface CollectionTrades {
  readonly contract: Address
  readonly completed: number
}

/** The numbers of Trade Stats, all as of one moment of the chain. */
export interface TradeStats {
  /** Of all time. */
  readonly totalCompleted: number
  readonly last24Hours: number
  /** The last 30 UTC days, oldest first, without gaps. */
  readonly days: readonly TradeDay[]
  /** Most traded first. */
  readonly collections: readonly CollectionTrades[]
}
