import type { BreachKind } from '../breach.ts'

interface Plant {
  readonly kind: BreachKind
  /** What the breach says: another one of the same kind is another fault. */
  readonly says: RegExp
}

/** Faults that are put into a running server on purpose, and what the harness has to find. */
export const plants = {
  throwingListener: { kind: 'dead', says: /reading 'headers'/ },
  leak: { kind: 'unbounded', says: /timers/ },
  starvedVisitor: { kind: 'slow', says: /left alone/ },
  unboundedMap: { kind: 'unbounded', says: /held/ },
  believedLie: { kind: 'wrong', says: /^offers?: .*closed/ },
} as const satisfies Readonly<Record<string, Plant>>

export type PlantName = keyof typeof plants

/** How a plant is looked for: slowness shows by many answers, everything else by many attacks. */
export function plantPace(name: PlantName): {
  readonly isTimed: boolean
  readonly honestEvery: number
  readonly restEvery: number
} {
  const isTimed = plants[name].kind === 'slow'
  return isTimed ? { isTimed, honestEvery: 1, restEvery: 10 } : { isTimed, honestEvery: 5, restEvery: 25 }
}

/** The module that a server loads to have this fault. */
export function plantModule(name: PlantName): string {
  return new URL(`./${name}.ts`, import.meta.url).href
}
