import { findCollection, sameAddress, type Address, type Collection, type Nft } from '@parley/domain'
import type { Speaker } from '../../messages/Speaker.ts'

export interface ApprovalSubject {
  readonly contract: Address
  readonly name: string
  readonly inDeal: boolean
  /** The NFTs of this collection in the deal. */
  readonly tokenIds: readonly bigint[]
}

export interface Approvable {
  readonly given: readonly Nft[]
  readonly held: readonly Nft[]
  /** What the portal trades. Where that is one collection, its approval is asked for whatever the wallet holds. */
  readonly collections: readonly Collection[]
  readonly speaker: Speaker
}

/** The collections to ask about: those of the deal first, in its order, then the others held (decision S14). */
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
