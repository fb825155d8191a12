import type { Nft } from '@parley/domain'
import type { HeldNft } from '../../src/session/HeldNft.ts'

export const useDescribed = (nfts: readonly Nft[]) => nfts as unknown as HeldNft[]
