import { pageNames } from '../../text/frame.ts'
import { statusOf, type Offer } from '@parley/domain'
import type { ReactNode } from 'react'
import { ticketText as words } from '../../text/offers.lazy.ts'
import { usePortal, useMessages } from '../../services/Portal.ts'
import { useDealMark } from '../../services/useDealMark.ts'
import { DealMark } from '../../ui/DealMark.tsx'
import { ErrorBoundary } from '../../ui/ErrorBoundary.tsx'
import { Note } from '../../ui/Note.tsx'
import { firstTen, shorten } from '../../ui/Address.tsx'
import { shortDate } from '../../text/format.ts'
import { Ticket } from '../../ui/Ticket.tsx'
import { ExpiryWords } from './ExpiryWords.tsx'
import { OfferSides } from './OfferSides.tsx'
import './OfferTicket.css'

export interface OfferTicketProps {
  readonly offer: Offer
  /** The user's role. */
  readonly role: 'creator' | 'recipient'
  /** Chain time, unix seconds. */
  readonly nowS: number
  /** Available actions. */
  readonly acts: ReactNode
  readonly stamp?: ReactNode
  readonly wide?: boolean
}

/** An offer in a list, with its own error boundary. */
export function OfferTicket(props: OfferTicketProps): ReactNode {
  const messages = useMessages()
  return (
    <ErrorBoundary
      fallback={
        <Note tone="bad" role="alert">
          {messages.displayError}
        </Note>
      }
    >
      <OfferTicketBody {...props} />
    </ErrorBoundary>
  )
}

function OfferTicketBody({ offer, role, nowS, acts, stamp, wide = false }: OfferTicketProps): ReactNode {
  const mine = role === 'creator'
  const cut = usePortal().offerRows === 'sentence' ? firstTen : shorten
  const status = statusOf(offer, nowS)
  const other = mine ? offer.recipient : offer.creator
  return (
    <Ticket
      label={`${pageNames.offer} ${shorten(offer.id)}`}
      wide={wide}
      faded={status !== 'active'}
      mark={<DealMark path={useDealMark(offer)} upright />}
      stub={acts}
    >
      <div className={wide ? 'offer-body offer-body-wide' : 'offer-body'}>
        <OfferSides offer={offer} mine={mine} />
        <dl className="offer-facts num">
          <dt>{pageNames.offer}</dt>
          <dd title={offer.id}>{cut(offer.id)}</dd>
          <dt>{mine ? words.to : words.from}</dt>
          <dd title={other}>{cut(other)}</dd>
          <dt>{offer.settlement ? words.ended : status === 'expired' ? words.expired : words.expires}</dt>
          <dd>
            <OfferTime offer={offer} nowS={nowS} />
          </dd>
        </dl>
        {stamp}
      </div>
    </Ticket>
  )
}

/** When it ended or expires. */
function OfferTime({ offer, nowS }: { offer: Offer; nowS: number }): ReactNode {
  if (!offer.settlement) return <ExpiryWords expiresAtS={offer.expiresAtS} nowS={nowS} />
  return offer.settlement.atS === null ? words.unknownTime : shortDate(offer.settlement.atS)
}
