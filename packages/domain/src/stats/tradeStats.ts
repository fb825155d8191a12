import type { Address } from '../address.ts'

/** Offers by outcome on one UTC day. */
export interface TradeDay {
  /** `2026-11-20` */
  readonly day: string
  readonly completed: number
  readonly cancelled: number
  readonly expired: number
}

/** Completed trades within the charts' days that involve a collection on either side. */
export interface CollectionTrades {
  readonly contract: Address
  readonly completed: number
}

/** All numbers of Trade Stats, as of one chain time. */
export interface TradeStats {
  /** All-time. */
  readonly totalCompleted: number
  readonly last24Hours: number
  /** The last 30 UTC days, oldest first, without gaps. */
  readonly days: readonly TradeDay[]
  /** Most traded first. */
  readonly collections: readonly CollectionTrades[]
}
