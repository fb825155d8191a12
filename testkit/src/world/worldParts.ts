import type { Address, Collection } from '@parley/domain'
import type { Deployment } from '@parley/protocol'
import type { ArtServer } from '../art-server/startArtServer.ts'
import { localChainId, multicall3Address } from '../chain/localChain.ts'
import type { Chain } from '../chain/startChain.ts'
import type { CollectionBook } from '../collections/collectionBook.ts'

/** A world without its server. */
export interface WorldParts {
  readonly chain: Chain
  readonly art: ArtServer
  readonly escrow: Address
  readonly collections: CollectionBook
  readonly deployment: Deployment
  /** The contracts' sources are others than those that this world was made with. */
  readonly isOutdated: boolean
}

export function localDeployment(escrow: Deployment['escrows'][number], collections: readonly Collection[]): Deployment {
  return {
    network: 'local',
    chainId: localChainId,
    multicall3: multicall3Address,
    escrows: [escrow],
    collections: [...collections],
  }
}
