/** An event of Chromium's trace, as far as it is read. Times are in microseconds. */
export interface TraceEvent {
  readonly name: string
  readonly ph: string
  readonly pid: number
  readonly tid: number
  readonly ts: number
  readonly dur?: number
  /** Processor time of the thread. */
  readonly tdur?: number
}

/** As Lighthouse slows a phone's processor down. */
const slowdown = 4
const longTaskMs = 50

/**
 * Total blocking time by processor time.
 *
 * It is what tasks of the page's thread take beyond 50 ms, from the first paint on, on a processor
 * four times slower. Unlike times on the clock, it doesn't count what other programs take in between.
 */
export function processorBlockingMs(trace: readonly TraceEvent[]): number {
  const paint = trace.findLast(({ name }) => name === 'firstContentfulPaint')
  if (!paint) return Number.NaN
  return trace
    .filter(({ name, ph, pid, tid }) => name === 'RunTask' && ph === 'X' && pid === paint.pid && tid === paint.tid)
    .filter(({ ts, dur = 0 }) => ts + dur > paint.ts)
    .reduce((sum, { tdur = 0 }) => sum + Math.max(0, (slowdown * tdur) / 1_000 - longTaskMs), 0)
}
