import type { Address } from './address.ts'

/** An ERC-721 token: contract and id. Names and pictures belong to its metadata. */
export interface Nft {
  readonly contract: Address
  readonly tokenId: bigint
}

/** A unique key for an NFT. */
export function nftKey(nft: Nft): string {
  return `${nft.contract.toLowerCase()}/${nft.tokenId}`
}
