import { findCollection, sameAddress, type Address, type Collection, type Nft } from '@parley/domain'
import type { Speaker } from '../../messages/Speaker.ts'

export interface ApprovalSubject {
  readonly contract: Address
  readonly name: string
  readonly inDeal: boolean
  /** This collection's NFTs in the deal. */
  readonly tokenIds: readonly bigint[]
}

export interface Approvable {
  readonly given: readonly Nft[]
  readonly held: readonly Nft[]
  /** The portal's collections. A single one is always included, whatever the wallet holds. */
  readonly collections: readonly Collection[]
  readonly speaker: Speaker
}

/** The collections to check: the deal's first, in order, then the others held (decision S14). */
export function collectionsToApprove({ given, held, collections, speaker }: Approvable): readonly ApprovalSubject[] {
  const inDeal = contractsOf(given)
  const [only, ...more] = collections
  const known = only && more.length === 0 ? [only.address] : contractsOf(held)
  const others = known.filter(
    (contract) => findCollection(collections, contract) && !inDeal.some((given) => sameAddress(given, contract)),
  )
  return [...inDeal, ...others].map((contract) => {
    const tokenIds = given.filter((nft) => sameAddress(nft.contract, contract)).map((nft) => nft.tokenId)
    return { contract, name: speaker.collection(contract), inDeal: tokenIds.length > 0, tokenIds }
  })
}

function contractsOf(nfts: readonly Nft[]): readonly Address[] {
  return [...new Set(nfts.map((nft) => nft.contract))]
}
