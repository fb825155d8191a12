import { sameAddress, type Address } from './address.ts'

/** How the tokens of a wallet are found. A scan asks `ownerOf` for every id from 0 up to and including `lastId`. */
export type Discovery = { readonly kind: 'enumerable' } | { readonly kind: 'scan'; readonly lastId: number }

/** One supported collection: a row of data. Nothing in the code asks for a collection by its name. */
export interface Collection {
  /** Stable across networks, where addresses are not. */
  readonly key: string
  readonly name: string
  readonly address: Address
  readonly discovery: Discovery
  /** What this address holds is subtracted from the supply figure. */
  readonly burnAddress?: Address | undefined
  /** Ceiling of the priority fee for approvals, where the collection needs one of its own. */
  readonly approvalPriorityFeeGwei?: number | undefined
  /** A token known to exist, asked for to see that the contract answers. */
  readonly probeTokenId?: number | undefined
  /** Receipts take long: running out of patience is told as 'may be processing'. */
  readonly slowToConfirm?: boolean | undefined
}

export const unknownCollectionName = 'Unknown Collection'

/** The registry's row of a contract, if it is a supported one. */
export function findCollection(collections: readonly Collection[], contract: Address): Collection | undefined {
  return collections.find((collection) => sameAddress(collection.address, contract))
}

/** The name to show for a contract, known or not. */
export function collectionName(collections: readonly Collection[], contract: Address): string {
  return findCollection(collections, contract)?.name ?? unknownCollectionName
}
