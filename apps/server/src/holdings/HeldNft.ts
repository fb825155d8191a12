import type { Nft } from '@parley/domain'

/** An NFT of a wallet: in it, or in escrow for it in an offer that it sent. */
export interface HeldNft extends Nft {
  readonly escrowedBy: `0x${string}` | null
}

/** All NFTs of a wallet in the registry's collections, as of one block. */
export interface WalletHoldings {
  readonly block: number
  readonly nfts: readonly HeldNft[]
  /** Collections that could not be read: never to be taken for empty. */
  readonly unreadable: readonly `0x${string}`[]
}
