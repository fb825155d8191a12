import { useRef, type ReactNode, useEffect, useState, type ComponentType, type RefObject } from 'react'
import { ApiError } from '@parley/protocol'
import { useStore } from 'zustand'
import { type Portal, useMessages, usePortal } from '../../services/Portal.ts'
import { queryKeys, readAgain } from '../../services/queries.ts'
import { type Session, useSession } from '../../services/Session.ts'
import { type Message, renderMessage } from '../../text/message.ts'
import { Button } from '../../ui/Button.tsx'
import { useRestoreFocus } from '../../ui/focus.ts'
import { useChainTimeS } from '../../services/chainTime.ts'
import { DetailsLink, OfferTicket, HideOffer } from './OfferTicket.tsx'
import { OfferAct } from './OfferAct.tsx'
import { OfferListFrame } from './OfferListFrame.tsx'
import { type OfferActions, useWayHome } from './useOfferActions.ts'
import { useSentOffers, useReceivedOffers, useExpiredOffers } from './userOffers.ts'
import { statusOf, type Nft, type Offer } from '@parley/domain'
import { ticketText } from '../../text/offers.lazy.ts'
import { lazyOnIdle } from '../../ui/lazy.ts'
import { OfferAlertsButton } from './OfferAlerts.tsx'
import { useIncomingOffers } from './incomingOffers.ts'
import { Collapsible } from '../../ui/Collapsible.tsx'

/** The other answers to an offer than accepting or taking it back. */
type RepliesType = ComponentType<{ readonly offer: Offer; readonly isBrief: boolean }>

interface SentOffersProps {
  readonly actions: OfferActions
  readonly Replies: RepliesType
}

/** The user's open offers. */
export function SentOffers({ actions, Replies }: SentOffersProps): ReactNode {
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
        <Button icon="refresh" working={busy} disabled={actions.running !== null} onClick={() => void sync()}>
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
                <Replies offer={offer} isBrief />
                <DetailsLink offer={offer} />
              </>
            }
          />
        ))}
      </OfferListFrame>
    </section>
  )
}

const HiddenOffers = lazyOnIdle(() => import('./HiddenOffers.lazy.tsx'))

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
  readonly Replies: RepliesType
}

/** Offers the user received. Expired ones can only be returned. */
export function ReceivedOffers({ actions, Review, Replies }: ReceivedOffersProps): ReactNode {
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
                <Replies offer={offer} isBrief />
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

interface Sync {
  readonly busy: boolean
  /** Triggers a server sync, reports the result and refreshes the lists. */
  sync(): Promise<void>
}

function useSync(): Sync {
  const session = useSession()
  const portal = usePortal()
  const busy = useStore(session.actions, ({ syncing }) => syncing)
  return {
    busy,
    sync: async () => {
      if (busy) return
      session.actions.setState({ syncing: true })
      try {
        session.notices.announce(await runSync(session, portal))
        await readAgain(session.queries, { queryKey: queryKeys.offers })
      } finally {
        session.actions.setState({ syncing: false })
      }
    },
  }
}

/** The server waits 45 s for the chain, then reports that it is still reading. */
const timeoutMs = 60_000

async function runSync({ api }: Session, { messages }: Portal): Promise<Message> {
  try {
    const { details } = await api.request('syncOffers', { timeoutMs })
    return { ...renderMessage(messages, 'syncDone', details), tone: 'success' }
  } catch (error) {
    // The server refused or didn't answer.
    if (error instanceof ApiError)
      return { ...renderMessage(messages, 'syncFailed', { reason: error.message }), tone: 'failure' }
    return {
      ...renderMessage(messages, 'syncError', {
        reason: error instanceof Error ? error.message : messages.unknownError,
      }),
      tone: 'failure',
    }
  }
}
