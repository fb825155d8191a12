import {
  type Address,
  coinText,
  type Collection,
  findCollection,
  inboxPath,
  maySendHome,
  nftKey,
  type TableSide,
} from '@parley/domain'
import { editionOf, imageUrl, type ReadableItem } from '@parley/protocol'
import type { ReactNode } from 'react'
import { HideOffer } from '../../features/offers/OfferTicket.tsx'
import { useMessages } from '../../services/Portal.ts'
import { useSession } from '../../services/Session.ts'
import { useDealMark } from '../../services/useDealMark.ts'
import { useWho } from '../../services/useWho.ts'
import { inboxActText, inboxText as words } from '../../text/inbox.lazy.ts'
import { buttonClass } from '../../ui/Button.tsx'
import { DealMark } from '../../ui/DealMark.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { lazyOnIdle } from '../../ui/lazy.ts'
import { Link } from '../../ui/Link.tsx'
import { Picture } from '../../ui/Picture.tsx'
import { shorten } from '../../ui/Address.tsx'
import { Ticket } from '../../ui/Ticket.tsx'
import { AddToCalendar } from './AddToCalendar.tsx'
import { agoWords, lookOf, wordsOf } from './itemWords.ts'

const ActCost = lazyOnIdle(() => import('../../features/offers/ActCost.lazy.tsx'))
const CounterChanges = lazyOnIdle(() => import('./CounterChanges.lazy.tsx'))
const DomainName = lazyOnIdle(() => import('../../features/contacts/DomainName.lazy.tsx'))

interface InboxRowProps {
  readonly item: ReadableItem
  readonly viewer: Address
  /** Chain time, unix seconds. */
  readonly nowS: number
  readonly onRead: (id: string) => void
}

/** One item: what happened, both sides, and the one press that settles it. */
export function InboxRow({ item, viewer, nowS, onRead }: InboxRowProps): ReactNode {
  const { formatter, config } = useSession()
  const who = useWho(item.other)
  const cut = shorten(item.other)
  const isNamed = who !== cut
  const mark = useItemMark(item, viewer)
  const { title, text } = wordsOf(item, { nowS, formatter, who })
  const look = lookOf(item)
  const { act } = item
  const label = act === null ? inboxActText.details : isReminder(item) ? inboxActText.open : inboxActText[act]
  const isPressing = look.tone === 'act' && act !== null
  return (
    <Ticket
      label={title}
      faded={!item.needsYou}
      mark={<DealMark path={mark} upright />}
      stub={
        <>
          <Link
            className={buttonClass(isPressing ? 'primary' : act ? 'outline' : 'quiet', true)}
            href={inboxPath(item)}
            onClick={() => onRead(item.id)}
          >
            {label}
            <span className="unseen"> {title}</span>
          </Link>
          {act ? <ActNote item={item} viewer={viewer} nowS={nowS} /> : null}
          {item.kind === 'offer-received' && act && item.subject.kind === 'offer' ? (
            <HideOffer offer={{ id: item.subject.offerId }} />
          ) : null}
        </>
      }
    >
      <div className="inbox-row">
        <span className={`inbox-kind inbox-kind-${look.tone}`} aria-hidden="true">
          <svg className="icon icon-large" viewBox="0 0 16 16">
            <path d={look.icon} />
          </svg>
        </span>
        <div className="inbox-says">
          <h3 title={item.other}>
            {item.isRead ? null : (
              <button
                type="button"
                className="inbox-dot"
                title={words.markOne}
                aria-label={`${words.unread}. ${words.markOne}: ${title}`}
                onClick={() => onRead(item.id)}
              />
            )}
            {title}
          </h3>
          <p className="muted num">
            {isNamed ? `${cut}. ` : null}
            <DomainName inline address={item.other} cut={isNamed ? undefined : cut} ending="." />
            {text}
            {item.counter ? <CounterChanges item={item} /> : null}
          </p>
          {item.needsYou && hasUnwatched(item, config.collections) ? <p className="muted">{words.unwatched}</p> : null}
          {item.needsYou && item.subject.kind === 'offer' && isTimed(item) ? (
            <AddToCalendar {...item} subject={item.subject} />
          ) : null}
        </div>
        <div className="inbox-sides">
          <SidePictures side={item.gives} label={words.give} />
          <Icon name="swap" large />
          <SidePictures side={item.gets} label={words.get} />
        </div>
      </div>
    </Ticket>
  )
}

/** Transfers are heard of from collections of the registry alone. Holders of others are asked now and then. */
function hasUnwatched({ gives, gets }: ReadableItem, collections: readonly Collection[]): boolean {
  return [...gives.nfts, ...gets.nfts].some(({ contract }) => !findCollection(collections, contract))
}

function isReminder({ kind }: ReadableItem): boolean {
  return kind === 'expires-in-day' || kind === 'expires-in-hour'
}

function isTimed(item: ReadableItem): boolean {
  return isReminder(item) || item.kind === 'offer-received'
}

/** The band of the deal, as its offer has it. Before a table is locked in, the opener counts as the creator. */
function useItemMark({ subject, gives, gets, other }: ReadableItem, viewer: Address): string {
  const isCreator = subject.kind === 'offer' ? subject.role === 'creator' : subject.seat === 'opener'
  const [offered, requested] = isCreator ? [gives, gets] : [gets, gives]
  return useDealMark({
    creator: isCreator ? viewer : other,
    recipient: isCreator ? other : viewer,
    offered: offered.nfts,
    requested: requested.nfts,
    coins: { offeredWei: offered.wei, requestedWei: requested.wei },
  })
}

/** What pressing costs, or how old it is. */
function ActNote({ item, viewer, nowS }: Omit<InboxRowProps, 'onRead'>): ReactNode {
  const { config } = useSession()
  const { act, subject, gives, gets, deadlineS } = item
  if (act === 'claim') return <small className="muted">{inboxActText.toCreator}</small>
  if (subject.kind === 'offer' && !isReminder(item) && (act === 'take-back' || act === 'bring-home')) {
    const { offerId: id, escrow } = subject
    const isFree = editionOf(config, escrow) === 2 && maySendHome({ settlement: null, expiresAtS: deadlineS }, nowS)
    const way = act === 'take-back' ? 'cancel' : isFree ? 'sendHome' : 'recover'
    const offer = { id, escrow, offered: gives.nfts, requested: gets.nfts }
    return <ActCost account={viewer} offer={offer} way={way} />
  }
  return <small className="muted num">{agoWords(item.orderS, nowS)}</small>
}

/** More don't fit. */
const shown = 3

function SidePictures({ side: { nfts, wei }, label }: { side: TableSide; label: string }): ReactNode {
  const messages = useMessages()
  const { formatter } = useSession()
  return (
    <ul className="thumbs" aria-label={label}>
      {nfts.slice(0, shown).map((nft) => (
        <li key={nftKey(nft)}>
          <Picture src={imageUrl(nft)} alt={formatter.nft(nft.contract, nft.tokenId)} missingLabel={messages.noImage} />
        </li>
      ))}
      {nfts.length > shown ? (
        <li className="thumbs-more num">{messages.overflow({ count: nfts.length - shown })}</li>
      ) : null}
      {wei > 0n ? <li className="thumbs-coins num">{coinText(wei)}</li> : null}
    </ul>
  )
}
