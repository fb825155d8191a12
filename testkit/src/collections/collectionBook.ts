import type { Address, Collection, Nft } from '@parley/domain'
import type { CollectionKey } from '../art/drawToken.ts'
import type { HolderName } from './demoCollections.ts'
import type { DeployedCollections } from './deployCollections.ts'

/** A world's collections: addresses and initial holders. */
export interface CollectionBook {
  readonly rows: readonly Collection[]
  addressOf(key: CollectionKey): Address
  /** The NFTs a holder began with, of one collection or all, ordered by id. They may have moved since. */
  startingNfts(holder: HolderName | 'crowd', key?: CollectionKey): readonly Nft[]
}

/** Looks up what {@link deployCollections} deployed. */
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
