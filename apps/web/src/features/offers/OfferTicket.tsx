import { pageNames, emptyTableText } from '../../text/frame.ts'
import { statusOf, type Offer, coinText, collectionName, nftKey, type Nft } from '@parley/domain'
import type { ReactNode } from 'react'
import { ticketText as words, ticketText } from '../../text/offers.lazy.ts'
import { Nickname } from '../../services/people.tsx'
import { usePortal, useMessages } from '../../services/Portal.ts'
import { useDealMark } from '../../services/useDealMark.ts'
import { DealMark } from '../../ui/DealMark.tsx'
import { ErrorBoundary } from '../../ui/ErrorBoundary.tsx'
import { Note } from '../../ui/Note.tsx'
import { firstTen, shorten } from '../../ui/Address.tsx'
import { shortDate, longDate, timeLeft } from '../../text/format.ts'
import { Ticket } from '../../ui/Ticket.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { imageUrl } from '@parley/protocol'
import { useSession } from '../../services/Session.ts'
import { Picture } from '../../ui/Picture.tsx'
import { Button, buttonClass } from '../../ui/Button.tsx'
import { Link } from '../../ui/Link.tsx'
import { useUnwanted } from './useOfferList.ts'
import './OfferTicket.css'

interface OfferTicketProps {
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
  const { key, offerRows } = usePortal()
  const cut = offerRows === 'sentence' ? firstTen : shorten
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
          <dd title={other}>
            <Nickname of={other} />
            <Link href={`/trader/${other}${key === 'general' ? '' : `?portal=${key}`}`}>{cut(other)}</Link>
          </dd>
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

/** Below this, the time is shown as a warning: when the last reminder comes. */
const soonS = 60 * 60

/** An offer's remaining time, and its expiry in the local time zone (decision S6). */
export function ExpiryWords({ expiresAtS, nowS }: { expiresAtS: number; nowS: number }): ReactNode {
  const leftS = expiresAtS - nowS
  const soon = leftS < soonS
  return (
    <time
      className={soon ? 'soon' : undefined}
      dateTime={new Date(expiresAtS * 1000).toISOString()}
      title={longDate(expiresAtS)}
    >
      {leftS < 0 ? shortDate(expiresAtS) : ticketText.inTime(timeLeft(leftS), shortDate(expiresAtS))}
    </time>
  )
}

interface OfferSidesProps {
  readonly offer: Offer
  /** The user created the offer. */
  readonly mine: boolean
}

/** What changes hands, compact: as thumbnails or as a sentence, depending on the portal. */
function OfferSides(props: OfferSidesProps): ReactNode {
  const { offerRows } = usePortal()
  return <div className="offer-sides">{offerRows === 'table' ? <OnTable {...props} /> : <AsSentence {...props} />}</div>
}

function OnTable({ offer: { offered, requested, coins }, mine }: OfferSidesProps): ReactNode {
  return (
    <>
      <ThumbnailStack
        nfts={mine ? offered : requested}
        wei={mine ? coins.offeredWei : coins.requestedWei}
        label={emptyTableText.give}
      />
      <OtherSide link={<Icon name="swap" large />}>
        <ThumbnailStack
          nfts={mine ? requested : offered}
          wei={mine ? coins.requestedWei : coins.offeredWei}
          label={emptyTableText.get}
        />
      </OtherSide>
    </>
  )
}

function AsSentence({ offer: { offered, requested, coins }, mine }: OfferSidesProps): ReactNode {
  const { messages } = usePortal()
  return (
    <>
      <ThumbnailStack
        nfts={offered}
        wei={coins.offeredWei}
        label={mine ? emptyTableText.give : emptyTableText.get}
        captioned
      />
      <OtherSide link={mine ? <Icon name="arrow" large /> : <span className="offer-for">{messages.forYour}</span>}>
        <ThumbnailStack
          nfts={requested}
          wei={coins.requestedWei}
          label={mine ? emptyTableText.get : emptyTableText.give}
          captioned
        />
      </OtherSide>
    </>
  )
}

/** If only one side fits per row, the connector starts the second row. */
function OtherSide({ link, children }: { link: ReactNode; children: ReactNode }): ReactNode {
  return (
    <div className="offer-other-side">
      {link}
      {children}
    </div>
  )
}

/** Lists show this many, then '+N' (decision S4). */
const usuallyShown = 4

interface ThumbsProps {
  readonly nfts: readonly Nft[]
  /** The side's coins. */
  readonly wei: bigint
  readonly label: string
  /** A single NFT shows its caption. */
  readonly captioned?: boolean
  readonly shown?: number
}

/** Thumbnails of one side of an offer or a table. */
export function ThumbnailStack({ nfts, wei, label, captioned = false, shown = usuallyShown }: ThumbsProps): ReactNode {
  const messages = useMessages()
  const { collections } = useSession().config
  const left = nfts.length - shown
  const captionOf = ({ contract, tokenId }: Nft): string =>
    messages.tileCaption({ collection: collectionName(collections, contract), tokenId })
  return (
    <ul className="thumbs" aria-label={label}>
      {nfts.slice(0, shown).map((nft) => (
        <li key={nftKey(nft)}>
          <Picture
            src={imageUrl(nft)}
            alt={captioned && nfts.length === 1 ? '' : captionOf(nft)}
            missingLabel={messages.noImage}
          />
          {captioned && nfts.length === 1 ? <span className="thumbs-caption num">{captionOf(nft)}</span> : null}
        </li>
      ))}
      {left > 0 ? <li className="thumbs-more num">{messages.overflow({ count: left })}</li> : null}
      {wei > 0n ? <li className="thumbs-coins num">{coinText(wei)}</li> : null}
    </ul>
  )
}

/** A link to an offer's page. */
export function DetailsLink({ offer }: { offer: Pick<Offer, 'id'> }): ReactNode {
  return (
    <Link className={buttonClass('quiet', true)} href={`/p2p/${offer.id}`}>
      {words.details}
      <span className="unseen"> {shorten(offer.id)}</span>
    </Link>
  )
}

/** Hides a received offer from every list, in this browser only (decision S9). */
export function HideOffer({ offer }: { offer: Pick<Offer, 'id'> }): ReactNode {
  const { hide } = useUnwanted()
  return (
    <Button look="quiet" sentence onClick={() => hide(offer.id)}>
      {words.hide}
      <span className="unseen"> {shorten(offer.id)}</span>
    </Button>
  )
}
