import type { Nft, OfferId } from '@parley/domain'

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
