import { artists, isCollectionKey, type CollectionKey } from '../art/drawToken.ts'

/** A record with a value for every collection, from pairs. @throws if a collection has none. */
export function byKey<T>(pairs: readonly (readonly [CollectionKey, T])[]): Readonly<Record<CollectionKey, T>> {
  const record: Partial<Record<CollectionKey, T>> = {}
  for (const [key, value] of pairs) record[key] = value
  if (!isComplete(record)) throw new Error('A collection is missing')
  return record
}

function isComplete<T>(record: Partial<Record<CollectionKey, T>>): record is Record<CollectionKey, T> {
  return Object.keys(artists).every((key) => isCollectionKey(key) && record[key] !== undefined)
}
