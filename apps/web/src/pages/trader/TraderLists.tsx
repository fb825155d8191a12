import { type Address, counterpartyOf, historyDateS, roleIn, sameAddress, type Offer } from '@parley/domain'
import { type ReactNode } from 'react'
import { OfferListFrame } from '../../features/offers/OfferListFrame.tsx'
import { ExpiryWords, HideOffer, ThumbnailStack } from '../../features/offers/OfferTicket.tsx'
import { useWithoutHidden } from '../../features/offers/userOffers.ts'
import { useChainTimeS } from '../../services/chainTime.ts'
import { traderPath } from './addresses.ts'
import { ListHead } from './TraderTable.tsx'
import type { PagedOffers } from './traders.ts'
import { useAccount } from '../../services/walletConnection.ts'
import { Nickname } from '../../services/people.tsx'
import { useDealMark } from '../../services/useDealMark.ts'
import { longDate, weekdayAndDay } from '../../text/format.ts'
import { pageNames } from '../../text/frame.ts'
import { ticketText } from '../../text/offers.lazy.ts'
import { traderText as words } from '../../text/trader.lazy.ts'
import { shorten } from '../../ui/Address.tsx'
import { Button, buttonClass } from '../../ui/Button.tsx'
import { DealMark } from '../../ui/DealMark.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { lazyOnIdle } from '../../ui/lazy.ts'
import { Link } from '../../ui/Link.tsx'
import { Ticket } from '../../ui/Ticket.tsx'

const HiddenOffers = lazyOnIdle(() => import('../../features/offers/HiddenOffers.lazy.tsx'))

interface OpenOffersProps {
  readonly list: PagedOffers
  /** Of all, loaded or not; null until they are counted. */
  readonly count: number | null
}

/** A trader's open offers, without those that the viewer hid. */
export function OpenOffers({ list, count }: OpenOffersProps): ReactNode {
  const nowS = useChainTimeS()
  const { offers, hidden } = useWithoutHidden(list.offers.filter(({ expiresAtS }) => expiresAtS >= nowS))
  return (
    <section className="trader-list" aria-label={words.offers}>
      <ListHead title={words.offers} count={count} />
      <OfferListFrame list={{ ...list, offers: [...offers, ...hidden] }} emptyText={words.noOffers}>
        {offers.map((offer) => (
          <OpenOffer key={offer.id} offer={offer} nowS={nowS} />
        ))}
      </OfferListFrame>
      <HiddenOffers offers={hidden} />
      {list.hasMore ? <LoadMore list={list} /> : null}
    </section>
  )
}

export function LoadMore({
  list,
  label = words.more,
}: {
  readonly list: PagedOffers
  readonly label?: string
}): ReactNode {
  return (
    <Button sentence working={list.refreshing} onClick={() => void list.loadMore()}>
      {label}
    </Button>
  )
}

function OpenOffer({ offer, nowS }: { readonly offer: Offer; readonly nowS: number }): ReactNode {
  const viewer = useAccount()
  const isForViewer = viewer !== null && sameAddress(viewer, offer.recipient)
  return (
    <Ticket
      label={`${pageNames.offer} ${shorten(offer.id)}`}
      mark={<DealMark path={useDealMark(offer)} upright />}
      stub={
        <>
          <Link className={buttonClass(isForViewer ? 'primary' : 'outline', true)} href={`/p2p/${offer.id}`}>
            {isForViewer ? words.look : words.details}
            <span className="unseen"> {shorten(offer.id)}</span>
          </Link>
          {isForViewer ? <HideOffer offer={offer} /> : null}
        </>
      }
    >
      <TradeSides offer={offer} wallet={offer.creator} />
      <dl className="offer-facts num">
        <dt>{words.to}</dt>
        <dd>{isForViewer ? words.you : <Person address={offer.recipient} />}</dd>
        <dt>{ticketText.expires}</dt>
        <dd>
          <ExpiryWords expiresAtS={offer.expiresAtS} nowS={nowS} />
        </dd>
      </dl>
    </Ticket>
  )
}

/** Someone's name, leading to their page. */
export function Person({ address }: { readonly address: Address }): ReactNode {
  return (
    <Link className="num" href={traderPath(address)} title={address}>
      <Nickname of={address} />
      {shorten(address)}
    </Link>
  )
}

/** What a wallet gives and gets in an offer. */
export function TradeSides({ offer, wallet }: { readonly offer: Offer; readonly wallet: Address }): ReactNode {
  const { offered, requested, coins, settlement } = offer
  const isCreator = roleIn(offer, wallet) === 'creator'
  const isDone = settlement?.kind === 'completed'
  return (
    <div className="offer-sides">
      <ThumbnailStack
        nfts={isCreator ? offered : requested}
        wei={isCreator ? coins.offeredWei : coins.requestedWei}
        label={isDone ? words.gave : words.gives}
      />
      <div className="offer-other-side">
        <Icon name="swap" large />
        <ThumbnailStack
          nfts={isCreator ? requested : offered}
          wei={isCreator ? coins.requestedWei : coins.offeredWei}
          label={isDone ? words.got : words.gets}
        />
      </div>
    </div>
  )
}

interface CompletedTradesProps {
  readonly address: Address
  readonly list: PagedOffers
  readonly count: number | null
}

/** The newest trades that a wallet completed. */
export function CompletedTrades({ address, list, count }: CompletedTradesProps): ReactNode {
  return (
    <section className="trader-list" aria-label={words.completed}>
      <ListHead title={words.completed} count={count} />
      <OfferListFrame list={list} emptyText={words.noTrades}>
        <ul className="trade-rows">
          {list.offers.map((offer) => (
            <li key={offer.id}>
              <TradeSides offer={offer} wallet={address} />
              <TradeDay offer={offer} wallet={address} />
            </li>
          ))}
        </ul>
      </OfferListFrame>
      {count !== null && count > list.offers.length ? (
        <Link className={buttonClass('outline', true)} href={`/trader/${address}/history?outcome=completed`}>
          {words.allTrades(count)}
        </Link>
      ) : null}
    </section>
  )
}

/** When it took its state, as the link to the offer, and with whom. */
export function TradeDay({ offer, wallet }: { readonly offer: Offer; readonly wallet: Address }): ReactNode {
  const viewer = useAccount()
  const other = counterpartyOf(offer, wallet)
  const atS = historyDateS(offer)
  return (
    <p className="trade-day num">
      <Link href={`/p2p/${offer.id}`} title={longDate(atS)}>
        {offer.settlement?.atS === null ? ticketText.unknownTime : weekdayAndDay(atS)}
        <span className="unseen">
          , {pageNames.offer} {shorten(offer.id)}
        </span>
      </Link>
      {viewer && sameAddress(viewer, other) ? (
        words.withYouShort
      ) : (
        <span>
          {words.with} <Person address={other} />
        </span>
      )}
    </p>
  )
}
