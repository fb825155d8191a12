/** Seeded random choices (mulberry32), so that a seed names a failing sequence. */
export class Random {
  #state: number
  constructor(seed: number) {
    this.#state = seed >>> 0
  }

  /** At least 0 and less than 1. */
  fraction(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0
    let mixed = this.#state
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }

  /** An integer from 0 to `end` - 1. */
  below(end: number): number {
    return Math.floor(this.fraction() * end)
  }

  chance(probability: number): boolean {
    return this.fraction() < probability
  }

  of<Item>(items: readonly Item[]): Item {
    const item = items[this.below(items.length)]
    if (item === undefined) throw new RangeError('Nothing to choose from')
    return item
  }

  /** `count` distinct items, or all. */
  some<Item>(items: readonly Item[], count: number): Item[] {
    const left = [...items]
    const taken: Item[] = []
    while (taken.length < count && left.length > 0) taken.push(...left.splice(this.below(left.length), 1))
    return taken
  }

  /** A random key, in proportion to its weight. */
  weighted<Key extends string>(weights: Readonly<Record<Key, number>>): Key {
    const entries: [Key, number][] = []
    for (const key in weights) entries.push([key, weights[key]])
    let left = this.fraction() * entries.reduce((sum, [, weight]) => sum + weight, 0)
    for (const [key, weight] of entries) {
      left -= weight
      if (left < 0) return key
    }
    throw new RangeError('No weights')
  }
}
