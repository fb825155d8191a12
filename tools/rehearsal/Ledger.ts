/** What a request came to: what it was for, refused for now, or without an answer. */
const outcomes = ['answered', 'refused', 'cut'] as const
export type Outcome = (typeof outcomes)[number]

const maxListed = 20

/** What people saw, and what was acknowledged to them. */
export class Ledger {
  readonly #counts = new Map<string, Record<Outcome, number>>()
  readonly #faults: string[] = []
  #faultCount = 0

  count(kind: string, outcome: Outcome): void {
    const counts = this.#counts.get(kind) ?? { answered: 0, refused: 0, cut: 0 }
    counts[outcome] += 1
    this.#counts.set(kind, counts)
  }

  /** How many requests came to what, of all kinds. */
  total(): Readonly<Record<Outcome, number>> {
    const total = { answered: 0, refused: 0, cut: 0 }
    for (const counts of this.#counts.values()) for (const outcome of outcomes) total[outcome] += counts[outcome]
    return total
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
