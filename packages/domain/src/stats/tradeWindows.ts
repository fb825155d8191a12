const hourS = 3600
const dayS = 24 * hourS

/** Time windows of the statistics, in seconds before their chain time. */
export const statsWindows = {
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
export function utcDay(atS: number): string {
  return new Date(atS * 1000).toISOString().slice(0, 10)
}

/** The last `count` UTC days up to `nowS`, oldest first. */
export function lastUtcDays(count: number, nowS: number): string[] {
  return Array.from({ length: count }, (_, index) => utcDay(nowS - (count - 1 - index) * dayS))
}
