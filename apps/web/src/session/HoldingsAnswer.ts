import type { Address } from '@parley/domain'
import type { HeldNft } from './HeldNft.ts'

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
