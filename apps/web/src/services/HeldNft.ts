import type { Address, Nft, OfferId } from '@parley/domain'

/** An NFT in a wallet, with the data of its tile. */
export interface HeldNft extends Nft {
  /** '{collection} #{id}', or the name of its metadata. */
  readonly name: string
  readonly collectionName: string
  /** Empty where there is no picture. */
  readonly image: string
  /** Whether its contract is one of the supported collections (decision S5). */
  readonly verified: boolean
  /** The open offer that holds it in escrow for this wallet. Such an NFT cannot be offered again. */
  readonly escrowedBy: OfferId | null
}

export interface HoldingsAnswer {
  readonly nfts: readonly HeldNft[]
  /** Collections that could not be read. */
  readonly unreadable: readonly Address[]
  readonly source: 'server' | 'chain'
  /** Collections that are still being read; their NFTs follow. */
  readonly reading: number
  /** The wallet holds more than has been read: how many were, of all collections together. Null where everything has been. */
  readonly readUpTo: number | null
}
