import { sameAddress, type Address, type Offer } from '@parley/domain'
import { useState, type ReactNode } from 'react'
import { useStore } from 'zustand'
import { useChainTime } from '../../services/chainTime.ts'
import { OfferListFrame } from '../../features/offers/OfferListFrame.tsx'
import { useWithoutHidden } from '../../features/offers/useOfferList.ts'
import { useUserOffers, type UserOffers } from '../../features/offers/useUserOffers.ts'
import { pendingText } from '../../text/offers.lazy.ts'
import { useSession } from '../../services/Session.ts'
import { Button, buttonClass } from '../../ui/Button.tsx'
import { lazyOnIdle } from '../../ui/lazy.ts'
import { Link } from '../../ui/Link.tsx'
import { Tabs } from '../../ui/Tabs.tsx'
import './PendingTrades.css'
import { TradeTicket } from './TradeTicket.tsx'

const HiddenOffers = lazyOnIdle(() => import('../../features/offers/HiddenOffers.tsx'))

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
  readonly offers: readonly Offer[]
  readonly hidden: readonly Offer[]
  readonly viewer: Address
  readonly empty: string
  readonly hint: string
}

function Trades({ list, offers, hidden, viewer, empty, hint }: TradesProps): ReactNode {
  const nowS = useChainTime()
  return (
    <>
      <OfferListFrame list={{ ...list, offers }} emptyText={empty} emptyHint={hint}>
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
      {list.hasMore ? (
        <Button sentence working={list.refreshing} onClick={() => void list.loadMore()}>
          {pendingText.more}
        </Button>
      ) : null}
    </>
  )
}
