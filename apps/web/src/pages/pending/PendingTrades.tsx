import { sameAddress, type Address, type Offer } from '@parley/domain'
import { useState, type ReactNode } from 'react'
import { useChainTime } from '../../features/chain-time/useChainTime.ts'
import { OfferListFrame } from '../../features/offers/OfferListFrame.tsx'
import { useUserOffers, type UserOffers } from '../../features/offers/useUserOffers.ts'
import { pendingWords } from '../../messages/pendingWords.ts'
import { useMessages } from '../../session/useMessages.ts'
import { Button, buttonClass } from '../../ui/Button.tsx'
import { Link } from '../../ui/Link.tsx'
import { Tabs } from '../../ui/Tabs.tsx'
import './PendingTrades.css'
import { TradeTicket } from './TradeTicket.tsx'

/** Both tabs (decision S8): unsettled offers with expired ones marked, and closed ones by outcome. */
export function PendingTrades({ viewer }: { viewer: Address }): ReactNode {
  const messages = useMessages()
  const list = useUserOffers()
  const [tab, setTab] = useState('active')
  const isCounted = list.status === 'ready'
  const active = list.offers.filter((offer) => !offer.settlement)
  const completed = list.offers.filter((offer) => offer.settlement)
  return (
    <>
      <div className="intro">
        <div>
          <h1>{messages.pendingTitle.text}</h1>
          <p>{pendingWords.lead}</p>
        </div>
        <div className="intro-state">
          <Button sentence icon="refresh" working={list.refreshing} onClick={() => void list.refresh()}>
            {messages.pendingRefresh.text}
          </Button>
          <Link className={buttonClass('primary', true)} href="/create-swap-offer">
            {messages.pendingCreate.text}
          </Link>
        </div>
      </div>
      <div className="pending">
        <Tabs
          label={pendingWords.tabs}
          chosen={tab}
          onChoose={setTab}
          tabs={[
            {
              key: 'active',
              label: isCounted ? messages.pendingActive.text({ count: active.length }) : pendingWords.outcome.active,
              panel: (
                <Trades
                  list={list}
                  offers={active}
                  viewer={viewer}
                  empty={pendingWords.emptyActive}
                  hint={pendingWords.emptyActiveText}
                />
              ),
            },
            {
              key: 'completed',
              label: isCounted
                ? messages.pendingCompleted.text({ count: completed.length })
                : pendingWords.outcome.completed,
              panel: (
                <Trades
                  list={list}
                  offers={completed}
                  viewer={viewer}
                  empty={pendingWords.emptyCompleted}
                  hint={pendingWords.emptyCompletedText}
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
  readonly viewer: Address
  readonly empty: string
  readonly hint: string
}

function Trades({ list, offers, viewer, empty, hint }: TradesProps): ReactNode {
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
      {list.hasMore ? (
        <Button sentence working={list.refreshing} onClick={() => void list.loadMore()}>
          {pendingWords.more}
        </Button>
      ) : null}
    </>
  )
}
