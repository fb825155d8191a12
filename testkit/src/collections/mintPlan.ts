import { random } from '../art/random.ts'
import type { DemoCollection, HolderName } from './demoCollections.ts'

export interface Mint {
  readonly tokenId: number
  readonly holder: HolderName | 'crowd'
}

/**
 * How many of the NFTs exist. `full`: some hundreds of each collection. `few`: Alice's and Bob's, and others as
 * tests ask for them. anvil copies every token with each block: 21 ms of processor time with `full`, 3 ms with
 * `few`.
 */
export type Stock = 'full' | 'few'

const fewOf = { alice: Infinity, bob: Infinity, carol: 8, burn: 2, crowd: 4 }

function seedOf(text: string): number {
  return [...text].reduce((seed, letter) => Math.imul(seed, 31) + (letter.codePointAt(0) ?? 0), 7)
}

/** A collection's initial tokens with their holders, by id; the same in every world of that stock. */
export function mintPlan(collection: DemoCollection, stock: Stock = 'full'): readonly Mint[] {
  const all = fullPlan(collection)
  if (stock === 'full') return all
  const left = { ...fewOf }
  return all.filter(({ holder }) => (left[holder] -= 1) >= 0)
}

function fullPlan(collection: DemoCollection): readonly Mint[] {
  const next = random(seedOf(collection.key))
  const [low, high] = collection.ids
  const known = new Map((collection.known ?? []).map(({ id, holder }) => [id, holder]))
  const ids = new Set(known.keys())
  while (ids.size < collection.supply) ids.add(low + Math.floor(next() * (high - low + 1)))
  const open = [...ids].filter((id) => !known.has(id))
  const mints: Mint[] = [...known].map(([tokenId, holder]) => ({ tokenId, holder }))
  for (const [holder, count] of holderCounts(collection)) {
    const already = mints.filter((mint) => mint.holder === holder).length
    for (const tokenId of open.splice(0, Math.max(0, count - already))) mints.push({ tokenId, holder })
  }
  for (const tokenId of open) mints.push({ tokenId, holder: 'crowd' })
  return mints.toSorted((one, other) => one.tokenId - other.tokenId)
}

function holderCounts({ holders }: DemoCollection): (readonly [HolderName, number])[] {
  const names = ['alice', 'bob', 'carol', 'burn'] as const
  return names.map((name) => [name, holders[name] ?? 0])
}
