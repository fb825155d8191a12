import { maySendHome, type Offer } from '@parley/domain'
import { useChainTimeS } from '../../services/chainTime.ts'
import { editionOf } from '@parley/protocol'
import { useSession } from '../../services/Session.ts'

/** How a party gets an expired offer's NFTs home: for the fee, or free once anyone may send them (decision E4). */
export function useWayHome<Kind extends 'recover' | 'return'>(paid: Kind): (offer: Offer) => Kind | 'sendHome' {
  const { config } = useSession()
  const nowS = useChainTimeS()
  return (offer) => (editionOf(config, offer.escrow) === 2 && maySendHome(offer, nowS) ? 'sendHome' : paid)
}
