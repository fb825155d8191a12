import { statusOf, type Nft, type Offer } from '@parley/domain'
import { useEffect, useRef, useState, type ComponentType, type ReactNode, type RefObject } from 'react'
import { ticketText } from '../../text/offers.lazy.ts'
import { useMessages } from '../../services/Portal.ts'
import { lazyOnIdle } from '../../ui/lazy.ts'
import { useRestoreFocus } from '../../ui/focus.ts'
import { useChainTimeS } from '../../services/chainTime.ts'
import { DetailsLink, HideOffer } from './DetailsLink.tsx'
import { OfferAct } from './OfferAct.tsx'
import { OfferAlertsButton } from './OfferAlertsButton.tsx'
import { OfferListFrame } from './OfferListFrame.tsx'
import { OfferTicket } from './OfferTicket.tsx'
import type { OfferActions } from './useOfferActions.ts'
import { useIncomingOffers } from './useIncomingOffers.ts'
import { useReceivedOffers } from './useOfferList.ts'
import { useWayHome } from './useWayHome.ts'

const HiddenOffers = lazyOnIdle(() => import('./HiddenOffers.tsx'))

export interface ReviewProps {
  readonly offer: Offer
  readonly onClose: () => void
  /** `confirmed`: NFTs of unsupported collections that the user confirmed. */
  readonly onAccept: (confirmed: readonly Nft[]) => void
}

interface ReceivedOffersProps {
  readonly actions: OfferActions
  /** Shows everything about an offer before it is accepted. */
  readonly Review: ComponentType<ReviewProps>
}

/** Offers the user received. Expired ones can only be returned. */
export function ReceivedOffers({ actions, Review }: ReceivedOffersProps): ReactNode {
  const messages = useMessages()
  const list = useReceivedOffers()
  const nowS = useChainTimeS()
  const [reviewed, setReviewed] = useState<Offer | null>(null)
  const wayHome = useWayHome('return')
  const section = useRef<HTMLElement>(null)
  useSeen(section, list.offers)
  useRestoreFocus(section)
  const accept = (confirmed: readonly Nft[]): void => {
    setReviewed(null)
    if (reviewed) void actions.accept(reviewed, confirmed)
  }
  return (
    <section className="offer-list" ref={section} tabIndex={-1} aria-label={messages.receivedTitle}>
      <div className="offer-list-head">
        <h2>{messages.receivedTitle}</h2>
        {list.offers.length > 0 ? <span className="muted num">{ticketText.count(list.offers.length)}</span> : null}
        <OfferAlertsButton />
      </div>
      <OfferListFrame list={list} emptyText={messages.receivedEmpty}>
        {list.offers.map((offer) => (
          <OfferTicket
            key={offer.id}
            offer={offer}
            role="recipient"
            nowS={nowS}
            acts={
              <>
                {statusOf(offer, nowS) === 'expired' ? (
                  <OfferAct kind={wayHome(offer)} offer={offer} actions={actions} />
                ) : (
                  <OfferAct
                    kind="accept"
                    look="primary"
                    offer={offer}
                    actions={actions}
                    instead={() => setReviewed(offer)}
                  />
                )}
                <DetailsLink offer={offer} />
                <HideOffer offer={offer} />
              </>
            }
          />
        ))}
      </OfferListFrame>
      <HiddenOffers offers={list.hidden} />
      {reviewed ? <Review offer={reviewed} onClose={() => setReviewed(null)} onAccept={accept} /> : null}
    </section>
  )
}

/** Offers on screen count as seen and leave the title's count. */
function useSeen(section: RefObject<HTMLElement | null>, shown: readonly Offer[]): void {
  const { unseen, markSeen } = useIncomingOffers()
  useEffect(() => {
    const element = section.current
    if (!element || unseen === 0) return
    const observer = new IntersectionObserver(
      ([entry]) => entry?.isIntersecting && document.hasFocus() && markSeen(shown),
    )
    observer.observe(element)
    return () => observer.disconnect()
  }, [section, unseen, markSeen, shown])
}
