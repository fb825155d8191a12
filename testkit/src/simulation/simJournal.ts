import type { VirtualTime } from './virtualTime.ts'

/** What happens in a run, in its order and by its kinds. */
export interface SimJournal {
  readonly trace: readonly string[]
  readonly counts: Readonly<Record<string, number>>
  note(what: string): void
  count(what: string): void
}

export function createSimJournal(time: Pick<VirtualTime, 'elapsedMs'>): SimJournal {
  const trace: string[] = []
  const counts: Record<string, number> = {}
  return {
    trace,
    counts,
    note: (what) => void trace.push(`${time.elapsedMs()} ${what}`),
    count: (what) => void (counts[what] = (counts[what] ?? 0) + 1),
  }
}
