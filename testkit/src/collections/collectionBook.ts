import type { Address, Collection, Nft } from '@parley/domain'
import type { CollectionKey } from '../art/drawToken.ts'
import type { HolderName } from './demoCollections.ts'
import type { DeployedCollections } from './deployCollections.ts'

/** A world's collections: addresses and initial holders. */
export interface CollectionBook {
  readonly rows: readonly Collection[]
  addressOf(key: CollectionKey): Address
  /** What a holder began with, of one collection or of all, in the order of the ids. Where they are now, the chain knows. */
  startingNfts(holder: HolderName | 'crowd', key?: CollectionKey): readonly Nft[]
}

/** What {@link deployCollections} deployed, to be asked questions. */
export function collectionBook(deployed: DeployedCollections): CollectionBook {
  return {
    rows: Object.values(deployed).map(({ row }) => row),
    addressOf: (key) => deployed[key].row.address,
    startingNfts: (holder, key) => {
      const asked = key === undefined ? Object.values(deployed) : [deployed[key]]
      return asked.flatMap(({ row, mints }) =>
        mints
          .filter((mint) => mint.holder === holder)
          .map((mint) => ({ contract: row.address, tokenId: BigInt(mint.tokenId) })),
      )
    },
  }
}
