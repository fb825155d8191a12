import { random } from '../art/random.ts'
import type { DemoCollection } from './demoCollections.ts'

/** A token's title in its metadata, without its number. */
export function tokenTitle(collection: DemoCollection, tokenId: number): string {
  const known = collection.known?.find(({ id }) => id === tokenId)?.title
  if (known !== undefined) return known
  const next = random(tokenId * 613 + collection.supply)
  const [first, second] = collection.words
  return `${next.pick(first)} ${next.pick(second)}`
}
