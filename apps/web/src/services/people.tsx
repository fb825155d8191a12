import type { Address } from '@parley/domain'
import type { ReactNode } from 'react'
import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'

/** What this browser knows of other people. `knownPeople.lazy.ts` fills it in after the first paint. */
interface People {
  /** The private name of an address. */
  nameOf(address: Address): string | undefined
  /**
   * Why a recipient's text can't be used yet (decision I5). 'typing': it may be a name. 'stopped': an address that has to be
   * compared in full first.
   */
  holds(text: string): 'typing' | 'stopped' | 'invalid' | undefined
}

const nothing = (): undefined => undefined

export const people = createStore<People>(() => ({ nameOf: nothing, holds: nothing }))

/** A person's private name, before their address, which is always shown too. Nothing without one. */
export function Nickname({ of }: { of: Address }): ReactNode {
  const name = useStore(people).nameOf(of)
  return name ? <bdi className="nickname">{name} </bdi> : null
}
