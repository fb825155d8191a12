import type { Address, Offer } from '@parley/domain'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useMessages } from '../../services/Portal.ts'
import { useSession } from '../../services/Session.ts'
import { useAccount } from '../../services/walletConnection.ts'
import { homeCostQuery } from '../../services/wayHome.ts'
import { ticketText } from '../../text/offers.lazy.ts'

interface ActCostProps {
  readonly offer: Offer
  readonly kind: 'cancel' | 'recover' | 'return' | 'sendHome' | 'claim'
}

/** What an action costs, beside its button. */
export default function ActCost(props: ActCostProps): ReactNode {
  const account = useAccount()
  return account ? <Estimate {...props} account={account} /> : null
}

/** The estimate that My escrow and the inbox show, under the same key. */
function Estimate({ offer, kind, account }: ActCostProps & { account: Address }): ReactNode {
  const session = useSession()
  const messages = useMessages()
  const way = kind === 'return' ? 'recover' : kind
  const holding = { key: offer.id, way, escrow: offer.escrow, offer } as const
  const { data: cost } = useQuery(homeCostQuery(session, { account, holding, to: account, messages }))
  if (cost?.kind !== 'known') return null
  return (
    <small className="offer-act-step muted num">
      {ticketText.costs(session.formatter.coin(cost.feeWei + cost.networkWei))}
    </small>
  )
}
