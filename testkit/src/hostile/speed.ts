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

/** An honest visitor may wait this many times as long as without an attack. */
const maxRatio = 2
/** The slowest in a hundred count. */
const slowShare = 0.01
/** Clocks and timers are no finer than this, on a machine that has nothing else to do. */
const grainMs = 5
/** With fewer answers the slowest in a hundred is luck. */
const enoughAnswers = 60
/** How many standard deviations luck may make a difference. */
const deviations = 2

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
      return [{ question, answers, attackedMs: slowest(attacked, 1 - slowShare), calmMs: slowest(calm, 1 - slowShare) }]
    })
  }

  /**
   * Compares the least that the p99 under attack can be with the most that the calm one can be, given how many answers there are.
   *
   * @param stretch how many times as long everything takes because the machine has other things to do.
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

  /** The steps with the slowest answers, the slowest first. */
  slowestSteps(count: number): readonly number[] {
    const all = [...this.samples].flatMap(([, { attacked, calm }]) => {
      const usualMs = Math.max(grainMs, slowest(calm, 1 - slowShare))
      return attacked.map(({ tookMs, step }) => ({ step, times: tookMs / usualMs }))
    })
    const steps = all.toSorted((one, other) => other.times - one.times).flatMap(({ step }) => step ?? [])
    return [...new Set(steps)].slice(0, count)
  }
}

/** The time that this share of the answers took at most. */
function slowest(samples: readonly Sample[], share: number): number {
  const sorted = samples.map(({ tookMs }) => tookMs).toSorted((one, other) => one - other)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
}
