import type { BenchRow } from '../../bench/Bench.ts'
import type { RunResult } from '../process/run.ts'

/** A benchmark in a process of its own, so that none inherits another's memory. */
export interface BenchPart {
  readonly name: string
  /** Whether it may run beside others: its figures are exact counts, or waits far longer than any work. */
  readonly besides: boolean
  measure(): Promise<RunResult>
}

/** What became of a benchmark. */
export interface Measured extends RunResult {
  readonly name: string
}

/**
 * Runs all benchmarks: those that count or wait in parallel, the others alone. A failure doesn't affect the others.
 *
 * @param said called with each result as it arrives.
 */
export async function measureAll(
  parts: readonly BenchPart[],
  said: (measured: Measured) => void,
): Promise<readonly Measured[]> {
  const one = async (part: BenchPart): Promise<Measured> => {
    const measured = { name: part.name, ...(await part.measure()) }
    said(measured)
    return measured
  }
  const all = await Promise.all(parts.filter(({ besides }) => besides).map(one))
  for (const part of parts) if (!part.besides) all.push(await one(part))
  return all
}

/** All benchmarks together are to take less, on a machine that does nothing else. */
export const goalS = 20 * 60

/** How long each took and all of them. @param totalS less than the sum, since some ran beside each other. */
export function durationRows(measured: readonly Measured[], totalS: number): readonly BenchRow[] {
  const row = (name: string, figure: number): BenchRow => ({
    case: name,
    figure: Math.round(figure),
    unit: 's',
    reference: goalS,
    against: 'goal',
  })
  return [...measured.map(({ name, ok, seconds }) => row(ok ? name : `${name} (FAILED)`, seconds)), row('all', totalS)]
}
