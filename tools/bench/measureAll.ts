import type { BenchRow } from '../../bench/Bench.ts'
import type { RunResult } from '../process/run.ts'

/** A benchmark in its own process, so that none inherits another's memory. */
export interface BenchPart {
  readonly name: string
  /** Whether it may run in parallel: its figures are exact counts, or waits much longer than any work. */
  readonly besides: boolean
  measure(): Promise<RunResult>
}

/** The outcome of a benchmark. */
export interface Measured extends RunResult {
  readonly name: string
}

/**
 * Runs all benchmarks: those that count or wait in parallel, the others alone. A failure doesn't affect the others.
 *
 * @param said called with each result.
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

/** The goal for all benchmarks together, on an idle machine. */
export const goalS = 20 * 60

/** The duration of each and of all. @param totalS less than the sum, since some ran in parallel. */
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
