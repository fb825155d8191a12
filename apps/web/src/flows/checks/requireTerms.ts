import { ChainFailureError, readOfferTerms, type OfferOnChain } from '@parley/chain'
import { nftKey, sameAddress, type Nft, type Offer } from '@parley/domain'
import { FlowError, inPhase } from '../FlowError.ts'
import type { FlowTools } from '../FlowTools.ts'

/** What the chain says of an offer, read through the visitor's own connection (decision C6). Stops when it knows no such offer. */
export async function requireOnChain({ chain, config }: FlowTools, offer: Offer): Promise<OfferOnChain> {
  // Only the deployments that the configuration names are asked: an index that lies cannot send anybody elsewhere.
  if (!config.escrows.some((escrow) => sameAddress(escrow.address, offer.escrow)))
    throw new FlowError({ kind: 'offer-unknown' })
  return inPhase('read', async () => {
    try {
      return await readOfferTerms(chain, offer.escrow, offer.id)
    } catch (error) {
      if (error instanceof ChainFailureError && error.failure.kind === 'reverted')
        throw new FlowError({ kind: 'offer-unknown' }, error)
      throw error
    }
  })
}

/** Whether the offer on the screen is the offer on the chain: parties, both sides, expiry. */
export function hasSameTerms(shown: Offer, onChain: OfferOnChain): boolean {
  return (
    sameAddress(shown.creator, onChain.creator) &&
    sameAddress(shown.recipient, onChain.recipient) &&
    shown.expiresAtS === onChain.expiresAtS &&
    sameSide(shown.offered, onChain.offered) &&
    sameSide(shown.requested, onChain.requested)
  )
}

function sameSide(one: readonly Nft[], other: readonly Nft[]): boolean {
  return one.length === other.length && one.every((nft, index) => nftKey(nft) === otherKey(other[index]))
}

function otherKey(nft: Nft | undefined): string | null {
  return nft ? nftKey(nft) : null
}
