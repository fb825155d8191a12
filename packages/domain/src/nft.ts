import type { Address } from './address.ts'

/** One ERC-721 token: a contract and an id, nothing else. Names and pictures belong to its metadata. */
export interface Nft {
  readonly contract: Address
  readonly tokenId: bigint
}

/** A string that is equal for equal NFTs and different for different ones. */
export function nftKey(nft: Nft): string {
  return `${nft.contract.toLowerCase()}/${nft.tokenId}`
}
