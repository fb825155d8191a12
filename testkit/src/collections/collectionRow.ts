import { avalancheCollections, ownCollection, type Collection } from '@parley/domain'
import type { CollectionKey } from '../art/drawToken.ts'

/** The product's row of a collection, without the address, which differs in the local world. */
export function collectionRow(key: CollectionKey): Omit<Collection, 'address'> {
  const row =
    key === ownCollection.key ? ownCollection : avalancheCollections.find((collection) => collection.key === key)
  if (!row) throw new Error(`The product lists no collection ${key}`)
  return row
}
