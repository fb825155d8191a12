import { random } from '../art/random.ts'
import type { DemoCollection, HolderName } from './demoCollections.ts'

export interface Mint {
  readonly tokenId: number
  readonly holder: HolderName | 'crowd'
}

function seedOf(text: string): number {
  return [...text].reduce((seed, letter) => Math.imul(seed, 31) + (letter.codePointAt(0) ?? 0), 7)
}

/** A collection's initial tokens with their holders, by id: the same in every world. */
export function mintPlan(collection: DemoCollection): readonly Mint[] {
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
