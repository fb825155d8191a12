import { collectionName, formatCoin, type Address, type Collection } from '@parley/domain'

/** What it takes to put names and amounts into sentences. */
export interface Speaker {
  /** '{collection} #{id}' */
  nft(contract: Address, tokenId: bigint): string
  collection(contract: Address): string
  /** An amount with its coin, rounded up. */
  coin(wei: bigint): string
  /** An address, cut in the middle. */
  short(hex: string): string
}

export function createSpeaker(collections: readonly Collection[], symbol: string): Speaker {
  const collection = (contract: Address) => collectionName(collections, contract)
  return {
    collection,
    nft: (contract, tokenId) => `${collection(contract)} #${tokenId}`,
    coin: (wei) => `${formatCoin(wei)} ${symbol}`,
    short: (hex) => `${hex.slice(0, 6)}…${hex.slice(-4)}`,
  }
}
