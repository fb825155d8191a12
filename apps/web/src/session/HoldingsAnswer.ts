import type { Address } from '@parley/domain'
import type { HeldNft } from './HeldNft.ts'

export interface HoldingsAnswer {
  readonly nfts: readonly HeldNft[]
  /** Collections that could not be read. */
  readonly unreadable: readonly Address[]
  readonly source: 'server' | 'chain'
  /** Collections that are still being read; their NFTs follow. */
  readonly reading: number
}
