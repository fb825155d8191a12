import type { BreachKind } from '../breach.ts'

interface Plant {
  readonly kind: BreachKind
  /** What the breach must say; another breach of the same kind is another fault. */
  readonly says: RegExp
}

/** Faults planted in a running server, each with what the harness must find. */
export const plants = {
  throwingListener: { kind: 'dead', says: /reading 'headers'/ },
  leak: { kind: 'unbounded', says: /timers/ },
  starvedVisitor: { kind: 'slow', says: /left alone/ },
  unboundedMap: { kind: 'unbounded', says: /held/ },
  sharedTable: { kind: 'limit', says: /^a stranger got the table of others/ },
  believedLie: { kind: 'wrong', says: /^offers?: .*closed/ },
} as const satisfies Readonly<Record<string, Plant>>

export type PlantName = keyof typeof plants

/** How to search for a plant: slowness needs many answers, everything else many attacks. */
export function plantPace(name: PlantName): {
  readonly isTimed: boolean
  readonly honestEvery: number
  readonly restEvery: number
} {
  const isTimed = plants[name].kind === 'slow'
  return isTimed ? { isTimed, honestEvery: 1, restEvery: 10 } : { isTimed, honestEvery: 5, restEvery: 25 }
}

/** The module that plants this fault when a server loads it. */
export function plantModule(name: PlantName): string {
  return new URL(`./${name}.ts`, import.meta.url).href
}
