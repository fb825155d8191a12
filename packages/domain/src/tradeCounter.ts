import type { Address } from './address.ts'
import { type Trade, tradeOutcome } from './offer.ts'

/** Offers by outcome on one UTC day. */
interface TradeDay {
  /** `2026-11-20` */
  readonly day: string
  readonly completed: number
  readonly cancelled: number
  readonly expired: number
}

/** Completed trades within the charts' days that involve a collection on either side. */
interface CollectionTrades {
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

/** Counts trades incrementally, without holding them all in memory. */
interface TradeCounter {
  /** Call once per trade. */
  add(trade: Trade): void
  stats(): TradeStats
  /** Trades that reached their status in the last seven days, newest first. */
  recent(): readonly Trade[]
}

/** Creates a counter as of chain time `nowS`, unix seconds. 24 hours and days count back from it (decision T1). */
export function createTradeCounter(nowS: number): TradeCounter {
  let totalCompleted = 0
  let last24Hours = 0
  const days = new Map(
    lastUtcDays(statsWindows.chartDays, nowS).map((day) => [day, { day, completed: 0, cancelled: 0, expired: 0 }]),
  )
  const collections = new Map<Address, number>()
  const recent: Trade[] = []

  function addToCharts(trade: Trade): void {
    const { outcome, atS } = tradeOutcome(trade, nowS)
    const day = days.get(utcDay(atS))
    if (outcome === 'open' || !day) return
    day[outcome] += 1
    if (outcome !== 'completed') return
    for (const contract of new Set([...trade.offered, ...trade.requested].map((nft) => nft.contract)))
      collections.set(contract, (collections.get(contract) ?? 0) + 1)
  }

  return {
    add(trade) {
      if (trade.status === 'completed') {
        totalCompleted += 1
        if (isWithin(trade.atS, statsWindows.lastDayS, nowS)) last24Hours += 1
      }
      addToCharts(trade)
      if (isWithin(trade.atS, statsWindows.listS, nowS)) recent.push(trade)
    },
    stats: () => ({
      totalCompleted,
      last24Hours,
      days: [...days.values()].map((day): TradeDay => ({ ...day })),
      collections: [...collections]
        .map(([contract, completed]) => ({ contract, completed }))
        .toSorted((a, b) => b.completed - a.completed || (a.contract < b.contract ? -1 : 1)),
    }),
    recent: () => recent.toSorted((a, b) => b.atS - a.atS || (a.offerId < b.offerId ? -1 : 1)),
  }
}

const hourS = 3600
const dayS = 24 * hourS

/** Time windows of the statistics, in seconds before their chain time. */
const statsWindows = {
  /** `last24Hours`. */
  lastDayS: dayS,
  /** The trade list. */
  listS: 7 * dayS,
  /** UTC days in the charts, including the current one. */
  chartDays: 30,
} as const

/** Whether a time lies in the `windowS` seconds up to `nowS` (inclusive; the other end is exclusive). */
export function isWithin(atS: number, windowS: number, nowS: number): boolean {
  return atS > nowS - windowS && atS <= nowS
}

/** The UTC day of a time, as `2026-11-20`. */
function utcDay(atS: number): string {
  return new Date(atS * 1000).toISOString().slice(0, 10)
}

/** The last `count` UTC days up to `nowS`, oldest first. */
function lastUtcDays(count: number, nowS: number): string[] {
  return Array.from({ length: count }, (_, index) => utcDay(nowS - (count - 1 - index) * dayS))
}
