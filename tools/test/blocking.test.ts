import { describe, expect, it } from 'vitest'
import { processorBlockingMs, type TraceEvent } from '../../bench/cases/blocking.ts'

const page = { pid: 7, tid: 1 }
const paint: TraceEvent = { name: 'firstContentfulPaint', ph: 'R', ts: 100_000, ...page }
const task = (ts: number, tdur: number, where = page): TraceEvent => ({
  name: 'RunTask',
  ph: 'X',
  ts,
  dur: 3 * tdur,
  tdur,
  ...where,
})

describe('given a trace of a page that loads', () => {
  it('counts processor time beyond 50 ms of each task after the first paint, four times slower', () => {
    const tasks = [task(120_000, 20_000), task(200_000, 12_000), task(300_000, 15_000)]
    expect(processorBlockingMs([paint, ...tasks])).toBe(30 + 10)
  })

  it('counts neither earlier tasks, nor what other threads and processes do', () => {
    const others = [
      task(1_000, 30_000),
      task(120_000, 30_000, { pid: 8, tid: 1 }),
      task(120_000, 30_000, { pid: 7, tid: 2 }),
    ]
    expect(processorBlockingMs([paint, ...others])).toBe(0)
  })

  it('counts the task that paints, and the last page that painted', () => {
    const before: TraceEvent = { ...paint, pid: 3, ts: 10_000 }
    expect(processorBlockingMs([before, paint, task(90_000, 20_000), task(120_000, 99_000, { pid: 3, tid: 1 })])).toBe(
      30,
    )
  })

  it('has no figure without a paint', () => {
    expect(processorBlockingMs([task(120_000, 20_000)])).toBeNaN()
  })
})
