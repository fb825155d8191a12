import type { Nft } from '@parley/domain'
import { alice, bob } from '../sample.ts'
import { scenario } from '../scenario.ts'

export const useOwners = (nfts: readonly Nft[]) => nfts.map(() => (scenario.has('not-owner') ? bob : alice))
