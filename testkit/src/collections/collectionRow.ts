import { avalancheCollections, ownCollection, type Collection } from '@parley/domain'
import type { CollectionKey } from '../art/drawToken.ts'

/** The product's row of a collection, whose address in the local world is another. */
export function collectionRow(key: CollectionKey): Omit<Collection, 'address'> {
  const row =
    key === ownCollection.key ? ownCollection : avalancheCollections.find((collection) => collection.key === key)
  if (!row) throw new Error(`The product lists no collection ${key}`)
  return row
}
