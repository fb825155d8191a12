import { Breach } from './breach.ts'

export type Side = 'attacked' | 'calm'

interface Sample {
  readonly tookMs: number
  /** The step; null between steps. */
  readonly step: number | null
}

export interface SpeedRow {
  readonly question: string
  readonly answers: number
  /** p99 at the attacked server and at its twin. */
  readonly attackedMs: number
  readonly calmMs: number
}

/** p99 under attack may be at most this many times the twin's. */
const maxRatio = 2
/** Compares the slowest 1 %. */
const slowShare = 0.01
/** Resolution of clocks and timers on an idle machine. */
const grainMs = 5
/** With fewer answers, p99 is luck. */
const enoughAnswers = 60
/** Confidence, in standard deviations. */
const deviations = 2

/**
 * Response times of the attacked server and of a twin that isn't, for the same requests at the same moments: other
 * load on the machine slows both.
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
      return [{ question, answers, attackedMs: slowest(attacked, 1 - slowShare), calmMs: slowest(calm, 1 - slowShare) }]
    })
  }

  /**
   * Compares the lower bound of p99 under attack with the upper bound of the twin's, given the number of samples.
   *
   * @param stretch slowdown from other load on the machine.
   * @throws {Breach} `slow`
   */
  requireFair(stretch: number): void {
    for (const [question, { attacked, calm }] of this.samples) {
      const answers = Math.min(attacked.length, calm.length)
      if (answers < enoughAnswers) continue
      const spread = deviations * Math.sqrt(answers * slowShare * (1 - slowShare))
      const attackedMs = slowest(attacked, 1 - slowShare - spread / answers)
      const calmMs = slowest(calm, 1 - slowShare + spread / answers)
      if (attackedMs <= maxRatio * calmMs + grainMs * stretch) continue
      const waits = `at least ${attackedMs.toFixed(0)} ms (p99 of ${answers})`
      throw new Breach('slow', `${question}: ${waits}, at most ${calmMs.toFixed(0)} ms at a server left alone`)
    }
  }

  /** The steps with the slowest answers, slowest first. */
  slowestSteps(count: number): readonly number[] {
    const all = [...this.samples].flatMap(([, { attacked, calm }]) => {
      const usualMs = Math.max(grainMs, slowest(calm, 1 - slowShare))
      return attacked.map(({ tookMs, step }) => ({ step, times: tookMs / usualMs }))
    })
    const steps = all.toSorted((one, other) => other.times - one.times).flatMap(({ step }) => step ?? [])
    return [...new Set(steps)].slice(0, count)
  }
}

/** The quantile of the durations: this share of the answers took at most that long. */
function slowest(samples: readonly Sample[], share: number): number {
  const sorted = samples.map(({ tookMs }) => tookMs).toSorted((one, other) => one - other)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
}
