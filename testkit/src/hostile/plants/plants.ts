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

/** The module that a server loads to have this fault. */
export function plantModule(name: PlantName): string {
  return new URL(`./${name}.ts`, import.meta.url).href
}
