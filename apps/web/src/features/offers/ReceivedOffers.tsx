import { statusOf } from '@parley/domain'
import type { ReactNode } from 'react'
import { screenWords } from '../../messages/screenWords.ts'
import { useMessages } from '../../session/useMessages.ts'
import { useChainTimeS } from '../../session/chainTime.ts'
import { DetailsLink } from './DetailsLink.tsx'
import { OfferAct } from './OfferAct.tsx'
import { OfferListFrame } from './OfferListFrame.tsx'
import { OfferTicket } from './OfferTicket.tsx'
import type { OfferActions } from './useOfferActions.ts'
import { useReceivedOffers } from './useReceivedOffers.ts'

/** Offers made to the visitor. Past expiry there is nothing to accept, only to send home. */
export function ReceivedOffers({ actions }: { actions: OfferActions }): ReactNode {
  const messages = useMessages()
  const list = useReceivedOffers()
  const nowS = useChainTimeS()
  return (
    <section className="offer-list" aria-label={messages.receivedTitle.text}>
      <div className="offer-list-head">
        <h2>{messages.receivedTitle.text}</h2>
        {list.offers.length > 0 ? (
          <span className="muted num">{screenWords.offers.count(list.offers.length)}</span>
        ) : null}
      </div>
      <OfferListFrame list={list} emptyText={messages.receivedEmpty.text}>
        {list.offers.map((offer) => (
          <OfferTicket
            key={offer.id}
            offer={offer}
            role="recipient"
            nowS={nowS}
            acts={
              <>
                {statusOf(offer, nowS) === 'expired' ? (
                  <OfferAct kind="return" offer={offer} actions={actions} />
                ) : (
                  <OfferAct kind="accept" look="primary" offer={offer} actions={actions} />
                )}
                <DetailsLink offer={offer} />
              </>
            }
          />
        ))}
      </OfferListFrame>
    </section>
  )
}
