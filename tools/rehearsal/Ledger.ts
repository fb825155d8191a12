/** What a request came to: what it was for, refused for now, or without an answer. */
const outcomes = ['answered', 'refused', 'cut'] as const
export type Outcome = (typeof outcomes)[number]
export type Counts = Readonly<Record<Outcome, number>>

const maxListed = 20

/** What people saw, and what was acknowledged to them. */
export class Ledger {
  readonly #counts = new Map<string, Record<Outcome, number>>()
  readonly #reasons = new Map<string, number>()
  readonly #faults: string[] = []
  #faultCount = 0

  /** @param why for those that weren't answered. */
  count(kind: string, outcome: Outcome, why = ''): void {
    if (why) this.#reasons.set(why, (this.#reasons.get(why) ?? 0) + 1)
    const counts = this.#counts.get(kind) ?? { answered: 0, refused: 0, cut: 0 }
    counts[outcome] += 1
    this.#counts.set(kind, counts)
  }

  /** How many requests came to what, of all kinds but one. */
  total(except?: string): Counts {
    const total = { answered: 0, refused: 0, cut: 0 }
    for (const [kind, counts] of this.#counts)
      if (kind !== except) for (const outcome of outcomes) total[outcome] += counts[outcome]
    return total
  }

  since(before: Counts, except?: string): Counts {
    const { answered, refused, cut } = this.total(except)
    return {
      answered: answered - before.answered,
      refused: refused - before.refused,
      cut: cut - before.cut,
    }
  }

  /** Why requests weren't answered, since it was last asked. */
  takeReasons(): string {
    const reasons = [...this.#reasons].toSorted(([, one], [, other]) => other - one)
    this.#reasons.clear()
    return reasons.map(([why, count]) => `${count} × ${why}`).join(', ')
  }

  /** Something that must not happen, whatever fails. */
  fault(kind: 'wrong' | 'lost' | 'doubled' | 'noticed' | 'not back', what: string): void {
    this.#faultCount += 1
    if (this.#faults.length < maxListed) this.#faults.push(`${kind}: ${what}`)
  }

  get faults(): readonly string[] {
    const more = this.#faultCount - this.#faults.length
    return more > 0 ? [...this.#faults, `and ${more} more`] : this.#faults
  }

  rows(): readonly (Record<Outcome, number> & { readonly kind: string })[] {
    return [...this.#counts].map(([kind, counts]) => ({ kind, ...counts }))
  }
}
