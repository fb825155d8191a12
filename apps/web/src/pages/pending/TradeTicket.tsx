import { outcomeOf, statusOf, type Offer } from '@parley/domain'
import type { ReactNode } from 'react'
import { DetailsLink, HideOffer } from '../../features/offers/DetailsLink.tsx'
import { OfferTicket } from '../../features/offers/OfferTicket.tsx'
import { pendingText } from '../../text/offers.lazy.ts'

interface TradeTicketProps {
  readonly offer: Offer
  readonly role: 'creator' | 'recipient'
  readonly nowS: number
}

type Outcome = keyof typeof pendingText.outcome

/** An offer in the user's history: role, state or outcome, and a link to its page. */
export function TradeTicket({ offer, role, nowS }: TradeTicketProps): ReactNode {
  const outcome: Outcome = outcomeOf(offer) ?? statusOf(offer, nowS)
  return (
    <OfferTicket
      offer={offer}
      role={role}
      nowS={nowS}
      acts={
        <>
          <span className={`rubber-stamp ${stampClass[outcome]}`}>{pendingText.outcome[outcome]}</span>
          <small className="muted">{role === 'creator' ? pendingText.made : pendingText.received}</small>
          <DetailsLink offer={offer} />
          {role === 'recipient' ? <HideOffer offer={offer} /> : null}
        </>
      }
    />
  )
}

const stampClass: Record<Outcome, string> = {
  active: 'rubber-stamp-plain',
  completed: 'rubber-stamp-ok',
  cancelled: 'rubber-stamp-plain',
  returned: '',
  expired: '',
}
