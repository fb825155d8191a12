import type { Offer } from '@parley/domain'
import { useApprovals } from '../../features/approvals/useApprovals.ts'
import { useChainTime } from '../../services/chainTime.ts'
import type { ChainWord } from '../../features/offers/useOffer.ts'
import { useOwners } from '../../features/offers/useOwners.ts'
import { useWallet } from '../../features/wallet/useWallet.ts'
import { editionOf } from '@parley/protocol'
import { useSession } from '../../services/Session.ts'
import type { OfferFacts } from './offerChecks.ts'
import { standingOf } from './standingOf.ts'
import { useOfferCost } from './useOfferCost.ts'

/** All that decides whether the user can act on an offer, read through their own connection. */
export function useOfferFacts(offer: Offer, chain: ChainWord): OfferFacts {
  const { config } = useSession()
  const { address, balanceWei } = useWallet()
  const nowS = useChainTime()
  const owners = useOwners(offer.requested)
  const holders = useOwners(offer.offered)
  const approvals = useApprovals({ escrow: offer.escrow, nfts: offer.requested })
  const standing = standingOf(offer, address, nowS, owners, editionOf(config, offer.escrow))
  const cost = useOfferCost(offer, standing)
  return { offer, standing, chain, owners, holders, approvals, cost, balanceWei, collections: config.collections }
}
