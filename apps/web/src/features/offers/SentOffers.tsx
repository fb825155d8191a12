import { useRef, type ReactNode } from 'react'
import { useMessages } from '../../services/Portal.ts'
import { Button } from '../../ui/Button.tsx'
import { useRestoreFocus } from '../../ui/focus.ts'
import { useChainTimeS } from '../../services/chainTime.ts'
import { DetailsLink } from './DetailsLink.tsx'
import { OfferAct } from './OfferAct.tsx'
import { OfferListFrame } from './OfferListFrame.tsx'
import { OfferTicket } from './OfferTicket.tsx'
import type { OfferActions } from './useOfferActions.ts'
import { useSentOffers } from './useOfferList.ts'
import { useSync } from './useSync.ts'

/** The user's open offers. */
export function SentOffers({ actions }: { actions: OfferActions }): ReactNode {
  const messages = useMessages()
  const list = useSentOffers()
  const { busy, sync } = useSync()
  const nowS = useChainTimeS()
  const section = useRef<HTMLElement>(null)
  useRestoreFocus(section)
  return (
    <section className="offer-list" ref={section} tabIndex={-1} aria-label={messages.sentTitle}>
      <div className="offer-list-head">
        <h2>{messages.sentTitle}</h2>
        <Button icon="refresh" working={busy} disabled={actions.busy} onClick={() => void sync()}>
          {busy ? messages.syncing : messages.syncOffers}
        </Button>
      </div>
      <OfferListFrame list={list} emptyText={messages.sentEmpty}>
        {list.offers.map((offer) => (
          <OfferTicket
            key={offer.id}
            offer={offer}
            role="creator"
            nowS={nowS}
            acts={
              <>
                <OfferAct kind="cancel" offer={offer} actions={actions} />
                <DetailsLink offer={offer} />
              </>
            }
          />
        ))}
      </OfferListFrame>
    </section>
  )
}
