import type { Address } from '@parley/domain'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useMessages } from '../../services/Portal.ts'
import { useSession } from '../../services/Session.ts'
import { type CostQuestion, homeCostQuery, type WayHome } from '../../services/wayHome.ts'
import { ticketText } from '../../text/offers.lazy.ts'

interface ActCostProps {
  readonly account: Address
  readonly offer: NonNullable<CostQuestion['holding']['offer']>
  readonly way: Exclude<WayHome, 'take'>
}

/** What an action costs, beside its button: the estimate that My escrow shows, under the same key. */
export default function ActCost({ account, offer, way }: ActCostProps): ReactNode {
  const session = useSession()
  const messages = useMessages()
  const holding = { key: offer.id, way, escrow: offer.escrow, offer }
  const { data: cost } = useQuery(homeCostQuery(session, { account, holding, to: account, messages }))
  if (cost?.kind !== 'known') return null
  return (
    <small className="offer-act-step muted num">
      {ticketText.costs(session.formatter.coin(cost.feeWei + cost.networkWei))}
    </small>
  )
}
