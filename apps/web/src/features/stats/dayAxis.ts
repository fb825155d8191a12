import { locale } from '@parley/domain'
const dayMonth = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short', timeZone: 'UTC' })

/** '20 Nov' of '2026-11-20'. */
export function dayWords(day: string): string {
  return dayMonth.format(new Date(`${day}T00:00:00Z`))
}

/** Days labelled on the axis: spaced apart, always including the last. */
export function writtenDays(days: readonly string[], widthPx: number): string[] {
  const step = widthPx < 420 ? 10 : widthPx < 640 ? 7 : 5
  return days.filter((_, index) => (days.length - 1 - index) % step === 0)
}

const steps = [1, 2, 5, 10, 20, 25, 50, 100, 200, 250, 500, 1000, 2000, 5000, 10_000, 100_000]

/** Tick distance for an axis up to `max`, giving at most five ticks. */
export function tickStep(max: number): number {
  return steps.find((candidate) => candidate * 4 >= max) ?? Math.ceil(max / 4)
}

/** Integer ticks from 0, `step` apart, up to at least `max`. */
export function wholeTicks(max: number, step: number): number[] {
  const count = Math.max(1, Math.ceil(max / step))
  return Array.from({ length: count + 1 }, (_, index) => index * step)
}
