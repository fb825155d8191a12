import { product, sameAddress, type Address, type Offer, outcomeOf, statusOf } from '@parley/domain'
import { type ReactNode, useEffect, useState } from 'react'
import { useWallet, useWalletList } from '../features/wallet/useWallet.ts'
import { pendingText } from '../text/offers.lazy.ts'
import { useMessages } from '../services/Portal.ts'
import { ConnectCard } from '../ui/ConnectCard.tsx'
import './PendingTradesPage.css'
import { usePageTitle } from '../ui/navigation.ts'
import { useStore } from 'zustand'
import { useChainTimeS } from '../services/chainTime.ts'
import { OfferListFrame } from '../features/offers/OfferListFrame.tsx'
import { useWithoutHidden, useUserOffers, type UserOffers } from '../features/offers/userOffers.ts'
import { useSession } from '../services/Session.ts'
import { Button, buttonClass } from '../ui/Button.tsx'
import { lazyOnIdle } from '../ui/lazy.ts'
import { Link } from '../ui/Link.tsx'
import { Tabs } from '../ui/Tabs.tsx'
import { DetailsLink, HideOffer, OfferTicket } from '../features/offers/OfferTicket.tsx'

/** All offers the user created or received, open and closed. */
export default function PendingTradesPage(): ReactNode {
  const wallet = useWallet()
  const messages = useMessages()
  const openList = useWalletList((state) => state.setOpen)
  usePageTitle(`${product.name}: ${pendingText.title}`)
  if (wallet.status === 'connected' && wallet.address) return <PendingTrades viewer={wallet.address} />
  const connecting = wallet.status === 'connecting'
  return (
    <>
      <div className="intro">
        <div>
          <h1>{pendingText.title}</h1>
          <p>{pendingText.lead}</p>
        </div>
      </div>
      <ConnectCard
        title={pendingText.connectTitle}
        text={pendingText.connectText}
        label={connecting ? messages.connecting : messages.connectWallet}
        connecting={connecting}
        onConnect={() => openList(true)}
      />
    </>
  )
}

const OfferReplies = lazyOnIdle(async () => ({ default: (await import('./offer/offerParts.lazy.ts')).OfferReplies }))
const TableList = lazyOnIdle(() => import('./table/TableList.lazy.tsx'))
const HiddenOffers = lazyOnIdle(() => import('../features/offers/HiddenOffers.lazy.tsx'))

/** Both tabs (decision S8): unsettled offers with expired ones marked, and closed ones by outcome. */
export function PendingTrades({ viewer }: { viewer: Address }): ReactNode {
  const list = useUserOffers()
  const [tab, setTab] = useState('active')
  const isCounted = list.status === 'ready'
  const { running } = useStore(useSession().actions)
  const { offers, hidden } = useWithoutHidden(list.offers)
  const active = offers.filter((offer) => !offer.settlement)
  const completed = offers.filter((offer) => offer.settlement)
  const counts = list.counts ?? { active: active.length, completed: completed.length }
  return (
    <>
      <div className="intro">
        <div>
          <h1>{pendingText.title}</h1>
          <p>{pendingText.lead}</p>
        </div>
        <div className="intro-state">
          <Button
            sentence
            icon="refresh"
            working={list.refreshing}
            disabled={running !== null}
            onClick={() => void list.refresh()}
          >
            {pendingText.refresh}
          </Button>
          <Link className={buttonClass('primary', true)} href="/create-swap-offer">
            {pendingText.create}
          </Link>
        </div>
      </div>
      <TableList viewer={viewer} />
      <div className="pending">
        <Tabs
          label={pendingText.tabs}
          chosen={tab}
          onChoose={setTab}
          tabs={[
            {
              key: 'active',
              label: isCounted ? pendingText.active({ count: counts.active }) : pendingText.outcome.active,
              panel: (
                <Trades
                  list={list}
                  count={counts.active}
                  offers={active}
                  hidden={hidden.filter((offer) => !offer.settlement)}
                  viewer={viewer}
                  empty={pendingText.emptyActive}
                  hint={pendingText.emptyActiveText}
                />
              ),
            },
            {
              key: 'completed',
              label: isCounted ? pendingText.completed({ count: counts.completed }) : pendingText.outcome.completed,
              panel: (
                <Trades
                  list={list}
                  count={counts.completed}
                  offers={completed}
                  hidden={hidden.filter((offer) => offer.settlement)}
                  viewer={viewer}
                  empty={pendingText.emptyCompleted}
                  hint={pendingText.emptyCompletedText}
                />
              ),
            },
          ]}
        />
      </div>
    </>
  )
}

interface TradesProps {
  readonly list: UserOffers
  /** Of all offers of the tab, loaded or not. */
  readonly count: number
  readonly offers: readonly Offer[]
  readonly hidden: readonly Offer[]
  readonly viewer: Address
  readonly empty: string
  readonly hint: string
}

function Trades({ list, count, offers, hidden, viewer, empty, hint }: TradesProps): ReactNode {
  const nowS = useChainTimeS()
  const loaded = offers.length + hidden.length
  useReadOn(list, loaded < Math.min(count, fewOffers))
  return (
    <>
      <OfferListFrame list={{ ...list, offers }} count={count} emptyText={empty} emptyHint={hint}>
        <div className="pending-list">
          {offers.map((offer) => (
            <TradeTicket
              key={offer.id}
              offer={offer}
              role={sameAddress(offer.creator, viewer) ? 'creator' : 'recipient'}
              nowS={nowS}
            />
          ))}
        </div>
      </OfferListFrame>
      <HiddenOffers offers={hidden} />
      {list.hasMore && loaded < count ? (
        <Button sentence working={list.refreshing} onClick={() => void list.loadMore()}>
          {pendingText.more}
        </Button>
      ) : null}
    </>
  )
}

/** A tab reads on until it shows this many offers of its own: pages hold open and closed ones. */
const fewOffers = 10
/** Behind this many others the user asks for more. */
const maxLooked = 500

function useReadOn(list: UserOffers, isShort: boolean): void {
  const { offers, hasMore, doubt, refreshing, loadMore } = list
  const readsOn = isShort && hasMore && !doubt && !refreshing && offers.length < maxLooked
  useEffect(() => {
    if (readsOn) void loadMore()
    // `loadMore` is another function with each render.
    // oxlint-disable-next-line react-hooks/exhaustive-deps, react/memo-dependencies
  }, [readsOn, offers.length])
}

interface TradeTicketProps {
  readonly offer: Offer
  readonly role: 'creator' | 'recipient'
  readonly nowS: number
}

type Outcome = keyof typeof pendingText.outcome

/** An offer in the user's history: role, state or outcome, and a link to its page. */
function TradeTicket({ offer, role, nowS }: TradeTicketProps): ReactNode {
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
          {offer.settlement ? null : <OfferReplies offer={offer} isBrief />}
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
