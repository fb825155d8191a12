import { join } from 'node:path'
import { root } from '../root.ts'
import { keepDurations } from './durations.ts'
import { createLiveReport, type Out } from './liveReport.ts'
import { summary, type PartResult } from './summary.ts'
import type { TestPart } from './TestPart.ts'

/**
 * Runs every part as soon as its dependencies have ended, and prints `N passed, N failed`. A part with a failed
 * dependency doesn't run, and counts as failed.
 *
 * @returns whether all passed.
 */
export async function runParts(
  parts: readonly TestPart[],
  out: Out = process.stdout,
  logFolder?: string,
): Promise<boolean> {
  const live = createLiveReport(out, logFolder ?? join(root, 'test-results'))
  const ends = new Map<string, Promise<PartResult>>()

  function endOf(name: string): Promise<PartResult> {
    return ends.get(name) ?? Promise.reject(new Error(`There is no part ${name}`))
  }

  async function runOne(part: TestPart): Promise<PartResult> {
    const { name, needs = [], after = [], usualCpuS } = part
    const needed = await Promise.all(needs.map(endOf))
    await Promise.all(after.map(endOf))
    const startedMs = performance.now()
    const watch = live.begin(name)
    const refused = (error: string): { passed: number; failed: number; cpuS: number | null } => {
      watch.ended({ file: '', title: 'it did not run', ms: 0, outcome: 'failed', error })
      return { passed: 0, failed: 1, cpuS: 0 }
    }
    const missing = needed.filter(({ failed }) => failed > 0).map((one) => one.name)
    const outcome =
      missing.length > 0
        ? refused(`It needs ${missing.join(', ')}, which failed.`)
        : await part
            .run(watch)
            .catch((error: unknown) => refused(error instanceof Error ? (error.stack ?? error.message) : String(error)))
    await live.end(name)
    const result = { name, ...outcome, ms: performance.now() - startedMs, usualCpuS }
    live.note(`${result.failed === 0 ? '✓' : '✗'} ${name}  ${((result.ms ?? 0) / 1000).toFixed(0)} s`)
    return result
  }

  for (const part of parts)
    ends.set(
      part.name,
      Promise.resolve().then(() => runOne(part)),
    )
  const results = await Promise.all(ends.values())
  live.stop()
  // With its own log folder, the run is itself under test.
  if (logFolder === undefined) await keepDurations(live.tests)
  out.write(`${summary(results, live.tests, live.failures)}\n`)
  return results.every(({ failed }) => failed === 0) && results.some(({ passed }) => passed > 0)
}
