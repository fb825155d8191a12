const hourS = 3600
const dayS = 24 * hourS

/** How far back the statistics look, in seconds, counted from the moment that they are of. */
export const statsWindows = {
  /** `last24Hours`. */
  lastDayS: dayS,
  /** The trade list. */
  listS: 7 * dayS,
  /** Days of the charts, the current one included. Days are those of UTC. */
  chartDays: 30,
} as const

/** Whether a moment lies in the `windowS` seconds that end with `nowS`, which belongs to them; the other end does not. */
export function isWithin(atS: number, windowS: number, nowS: number): boolean {
  return atS > nowS - windowS && atS <= nowS
}

/** The UTC day of a moment, as `2026-11-20`. */
export function utcDay(atS: number): string {
  return new Date(atS * 1000).toISOString().slice(0, 10)
}

/** The last `count` UTC days up to that of `nowS`, oldest first. */
export function lastUtcDays(count: number, nowS: number): string[] {
  return Array.from({ length: count }, (_, index) => utcDay(nowS - (count - 1 - index) * dayS))
}
