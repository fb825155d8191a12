import type { Address } from '@parley/domain'
import { useStore } from 'zustand'
import { shorten } from '../ui/Address.tsx'
import { people } from './people.tsx'

/** A person in a sentence: their private name, else their address cut. Show the address nearby. */
export function useWho(address: Address): string {
  return useStore(people).nameOf(address) ?? shorten(address)
}
