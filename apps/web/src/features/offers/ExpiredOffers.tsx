import type { Offer } from '@parley/domain'
import { useRef, useState, type ReactNode } from 'react'
import { useMessages } from '../../services/Portal.ts'
import { Collapsible } from '../../ui/Collapsible.tsx'
import { useRestoreFocus } from '../../ui/focus.ts'
import { useChainTimeS } from '../../services/chainTime.ts'
import { DetailsLink } from './DetailsLink.tsx'
import { OfferAct } from './OfferAct.tsx'
import { OfferListFrame } from './OfferListFrame.tsx'
import { OfferTicket } from './OfferTicket.tsx'
import { useExpiredOffers } from './useExpiredOffers.ts'
import type { OfferActions } from './useOfferActions.ts'
import { useWayHome } from './useWayHome.ts'

/** The user's expired offers, and closed ones with NFTs still in escrow (decision K7). */
export function ExpiredOffers({ actions }: { actions: OfferActions }): ReactNode {
  const messages = useMessages()
  const list = useExpiredOffers()
  const nowS = useChainTimeS()
  const section = useRef<HTMLElement>(null)
  useRestoreFocus(section)
  // Opens automatically if there is something to recover, until the user closes it.
  const [chosen, setChosen] = useState<boolean | null>(null)
  const open = chosen ?? list.offers.length > 0
  return (
    <section className="offers-expired" ref={section} tabIndex={-1} aria-label={messages.expiredTitle}>
      <Collapsible
        open={open}
        onToggle={(next) => setChosen(next)}
        title={
          <>
            <h2>{messages.expiredTitle}</h2>
            <span className={list.offers.length > 0 ? 'count-badge num' : 'count-badge count-badge-none num'}>
              {list.offers.length}
              <span className="unseen"> {list.offers.length === 1 ? 'offer' : 'offers'}</span>
            </span>
          </>
        }
      >
        <OfferListFrame list={list} emptyText={messages.expiredEmpty}>
          {list.offers.map((offer) => (
            <ExpiredTicket key={offer.id} offer={offer} nowS={nowS} actions={actions} />
          ))}
        </OfferListFrame>
      </Collapsible>
    </section>
  )
}

function ExpiredTicket({ offer, nowS, actions }: { offer: Offer; nowS: number; actions: OfferActions }): ReactNode {
  const messages = useMessages()
  const wayHome = useWayHome('recover')
  const stillHeld = offer.settlement !== null
  return (
    <OfferTicket
      offer={stillHeld ? { ...offer, offered: offer.unreturned } : offer}
      role="creator"
      nowS={nowS}
      wide
      stamp={<span className="rubber-stamp">{stillHeld ? messages.stillInEscrow : messages.expiredRow}</span>}
      acts={
        <>
          <OfferAct kind={stillHeld ? 'claim' : wayHome(offer)} look="primary" offer={offer} actions={actions} />
          <DetailsLink offer={offer} />
        </>
      }
    />
  )
}
