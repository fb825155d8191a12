import type { Nft } from '@parley/domain'

/** An NFT of a wallet: held by it, or by the escrow in an offer it created. */
export interface HeldNft extends Nft {
  readonly escrowedBy: `0x${string}` | null
}

/** All of a wallet's NFTs in the registry's collections, as of one block. */
export interface WalletHoldings {
  readonly block: number
  readonly nfts: readonly HeldNft[]
  /** Collections that couldn't be read. Never treat them as empty. */
  readonly unreadable: readonly `0x${string}`[]
}
