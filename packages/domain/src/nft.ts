import { type Address, sameAddress } from './address.ts'

/** An ERC-721 token: contract and id. Names and pictures belong to its metadata. */
export interface Nft {
  readonly contract: Address
  readonly tokenId: bigint
}

/** A unique key for an NFT. */
export function nftKey(nft: Nft): string {
  return `${nft.contract.toLowerCase()}/${nft.tokenId}`
}

/**
 * How a wallet's tokens are found. A scan calls `ownerOf` for every id from 0 to `lastId`, inclusive. An enumerable
 * collection with a `lastId` is scanned where its contract can't list its tokens.
 */
export type Discovery =
  | { readonly kind: 'enumerable'; readonly lastId?: number | undefined }
  | { readonly kind: 'scan'; readonly lastId: number }

/** A supported collection: a row of data. No code branches on a collection's name. */
export interface Collection {
  /** Stable across networks, unlike addresses. */
  readonly key: string
  readonly name: string
  readonly address: Address
  readonly discovery: Discovery
  /** Burn address; its balance is subtracted from the supply. */
  readonly burnAddress?: Address | undefined
  /** Priority fee ceiling for approvals, if the collection needs its own. */
  readonly approvalPriorityFeeGwei?: number | undefined
  /** A token known to exist, used to probe the contract. */
  readonly probeTokenId?: number | undefined
  /** A token whose picture stands for the collection in lists. */
  readonly pictureTokenId?: number | undefined
  /** Receipts are slow: a time-out is reported as 'may be processing'. */
  readonly slowToConfirm?: boolean | undefined
}

const unknownCollectionName = 'Unknown Collection'

/** The registry entry of a contract, if supported. */
export function findCollection(collections: readonly Collection[], contract: Address): Collection | undefined {
  return collections.find((collection) => sameAddress(collection.address, contract))
}

/** The display name of a contract, known or unknown. */
export function collectionName(collections: readonly Collection[], contract: Address): string {
  return findCollection(collections, contract)?.name ?? unknownCollectionName
}
