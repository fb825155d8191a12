import { ChainFailureError, readOfferTerms, type OfferOnChain } from '@parley/chain'
import { nftKey, sameAddress, sameCoins, type Nft, type Offer } from '@parley/domain'
import type { Client } from 'viem'
import { FlowError, inPhase } from '../FlowError.ts'
import type { FlowTools } from '../FlowTools.ts'
import { requireBuilt } from './requireConnection.ts'

/** What the chain says of an offer, read through the visitor's own connection (decision C6). Stops when it knows no such offer. */
export async function requireOnChain(tools: FlowTools, offer: Offer): Promise<OfferOnChain> {
  // Only escrows that the page was built for are called, so a lying index can't redirect the user.
  requireBuilt(tools, offer.escrow)
  return readTerms(tools.chain, offer)
}

/** Stops where the chain has other terms than the screen showed, read through the connection given. */
export async function requireShown(chain: Client, shown: Offer): Promise<void> {
  requireSame(shown, await readTerms(chain, shown))
}

export function requireSame(shown: Offer, onChain: OfferOnChain): void {
  if (!hasSameTerms(shown, onChain)) throw new FlowError({ kind: 'chain-differs' })
}

async function readTerms(chain: Client, { escrow, id }: Offer): Promise<OfferOnChain> {
  return inPhase('read', async () => {
    try {
      return await readOfferTerms(chain, escrow, id)
    } catch (error) {
      if (error instanceof ChainFailureError && error.failure.kind === 'reverted')
        throw new FlowError({ kind: 'offer-unknown' }, error)
      throw error
    }
  })
}

/** Whether the offer on the screen is the offer on the chain: parties, both sides with their coins, expiry. */
export function hasSameTerms(shown: Offer, onChain: OfferOnChain): boolean {
  return (
    sameAddress(shown.creator, onChain.creator) &&
    sameAddress(shown.recipient, onChain.recipient) &&
    shown.expiresAtS === onChain.expiresAtS &&
    sameSide(shown.offered, onChain.offered) &&
    sameSide(shown.requested, onChain.requested) &&
    sameCoins(shown.coins, onChain.coins)
  )
}

function sameSide(one: readonly Nft[], other: readonly Nft[]): boolean {
  return one.length === other.length && one.every((nft, index) => nftKey(nft) === otherKey(other[index]))
}

function otherKey(nft: Nft | undefined): string | null {
  return nft ? nftKey(nft) : null
}
