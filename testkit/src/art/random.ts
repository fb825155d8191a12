/** Numbers from 0 up to 1 that look random and are the same for the same seed (mulberry32). */
export interface Random {
  (): number
  /** One of the choices. */
  pick<const T extends readonly [unknown, ...unknown[]]>(choices: T): T[number]
  /** A number from `low` up to `high`. */
  between(low: number, high: number): number
  chance(probability: number): boolean
}

export function random(seed: number): Random {
  let state = seed >>> 0 || 1
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
  return Object.assign(next, {
    pick: <const T extends readonly [unknown, ...unknown[]]>(choices: T): T[number] =>
      choices[Math.floor(next() * choices.length)],
    between: (low: number, high: number): number => low + next() * (high - low),
    chance: (probability: number): boolean => next() < probability,
  })
}
