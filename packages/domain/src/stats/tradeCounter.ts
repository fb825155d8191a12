import type { Address } from '../address.ts'
import type { Trade } from './trade.ts'
import { tradeOutcome } from './tradeOutcome.ts'
import type { TradeDay, TradeStats } from './tradeStats.ts'
import { isWithin, lastUtcDays, statsWindows, utcDay } from './tradeWindows.ts'

/** Counts trades incrementally, without holding them all in memory. */
export interface TradeCounter {
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
