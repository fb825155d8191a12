import { Breach } from './breach.ts'

export type Side = 'attacked' | 'calm'

interface Sample {
  readonly tookMs: number
  /** In which step; null between steps. */
  readonly step: number | null
}

export interface SpeedRow {
  readonly question: string
  readonly answers: number
  /** The slowest in a hundred, at the server under attack and at the one that is left alone. */
  readonly attackedMs: number
  readonly calmMs: number
}

/** An honest visitor may wait so many times as long as at a server that is left alone. */
const maxRatio = 2
/** Clocks and timers are no finer than this under load. */
const grainMs = 5
/** With fewer answers the slowest in a hundred is luck. */
const enoughAnswers = 500

/**
 * How long answers took, at the server under attack and at its twin that no stranger knows, asked the same questions at the same
 * moments: whatever else the machine has to do slows both.
 */
export class Speed {
  private readonly samples = new Map<string, Record<Side, Sample[]>>()

  note(side: Side, question: string, sample: Sample): void {
    const known = this.samples.get(question) ?? { attacked: [], calm: [] }
    known[side].push(sample)
    this.samples.set(question, known)
  }

  rows(): readonly SpeedRow[] {
    return [...this.samples].flatMap(([question, { attacked, calm }]) => {
      const answers = Math.min(attacked.length, calm.length)
      if (answers === 0) return []
      return [{ question, answers, attackedMs: slowestOfHundred(attacked), calmMs: slowestOfHundred(calm) }]
    })
  }

  /** @throws {Breach} `slow` where enough answers were had to tell. */
  requireFair(): void {
    for (const { question, answers, attackedMs, calmMs } of this.rows()) {
      if (answers < enoughAnswers || attackedMs <= maxRatio * calmMs + grainMs) continue
      const [attacked, calm] = [attackedMs.toFixed(0), calmMs.toFixed(0)]
      throw new Breach('slow', `${question}: ${attacked} ms (p99 of ${answers}), ${calm} ms at a server left alone`)
    }
  }

  /** The steps with the slowest answers, the slowest first. */
  slowestSteps(count: number): readonly number[] {
    const all = [...this.samples].flatMap(([, { attacked, calm }]) => {
      const usualMs = Math.max(grainMs, slowestOfHundred(calm))
      return attacked.map(({ tookMs, step }) => ({ step, times: tookMs / usualMs }))
    })
    const steps = all.toSorted((one, other) => other.times - one.times).flatMap(({ step }) => step ?? [])
    return [...new Set(steps)].slice(0, count)
  }
}

function slowestOfHundred(samples: readonly Sample[]): number {
  const sorted = samples.map(({ tookMs }) => tookMs).toSorted((one, other) => one - other)
  return sorted[Math.floor(sorted.length * 0.99)] ?? 0
}
