import { locale, type Offer, otherSeat, outcomeOf, type Seat } from '@parley/domain'
import type { WireTable } from '@parley/protocol'
import { useEffect, type ReactNode } from 'react'
import { declineWords } from '../../text/agreement.lazy.ts'
import { useSession } from '../../services/Session.ts'
import type { MoveFailure } from '../../services/tableLine.ts'
import type { Formatter } from '../../text/format.ts'
import { frameText } from '../../text/frame.ts'
import { tableLogText, tablePageText, tableProblemText, tableSlipText as words } from '../../text/table.lazy.ts'
import { Button } from '../../ui/Button.tsx'
import { CopyButton } from '../../ui/CopyButton.tsx'
import { Icon, type IconName } from '../../ui/Icon.tsx'
import { Note } from '../../ui/Note.tsx'
import { scrollBehavior } from '../../ui/useMedia.ts'
import { changeSentence } from './changeWords.ts'
import type { RefusedPart } from './refusedPart.ts'
import { lockedBy, type TablePhase } from './tablePhase.ts'
import type { TablePeople } from './TableTalk.tsx'
import { clockTime } from './tableTime.ts'
import type { LiveTable } from './useLiveTable.ts'
import type { MovedNft } from './useMoved.ts'

interface MoveProblemProps extends Pick<TablePeople, 'me' | 'who'> {
  readonly problem: MoveFailure
  readonly refused: RefusedPart | null
  readonly onClose: () => void
}

/** Why a move was refused. It is above the table, so the page scrolls up to it from the buttons. */
export function MoveProblem({ problem, onClose, ...about }: MoveProblemProps): ReactNode {
  const { formatter } = useSession()
  useEffect(() => {
    document.querySelector('.table-head ~ .note-bad')?.scrollIntoView({ block: 'center', behavior: scrollBehavior() })
  }, [])
  return (
    <Note
      tone="bad"
      role="alert"
      action={
        <Button sentence onClick={onClose}>
          {frameText.close}
        </Button>
      }
    >
      {problemWords(problem, about, formatter)}
    </Note>
  )
}

/** The refusal, with the NFT and the person that it is about. */
function problemWords(
  problem: MoveFailure,
  { refused, me, who }: Pick<MoveProblemProps, 'refused' | 'me' | 'who'>,
  formatter: Formatter,
): string {
  const { moves, about } = tableProblemText
  if (!refused) return moves[problem]
  const { giver, nft } = refused
  const holder = giver === me ? null : who
  if (problem === 'over-balance') return about.coins(holder)
  if (!nft) return moves[problem]
  const name = formatter.nft(nft.contract, nft.tokenId)
  if (problem === 'not-held') return about.notHeld(name, holder)
  return isAboutNft(problem) ? about.nft[problem](name) : moves[problem]
}

function isAboutNft(problem: MoveFailure): problem is keyof typeof tableProblemText.about.nft {
  return Object.hasOwn(tableProblemText.about.nft, problem)
}

interface NewsProps extends TablePeople {
  readonly phase: TablePhase
  readonly table: WireTable
  readonly live: Pick<LiveTable, 'recent' | 'here'>
  /** Unix seconds. */
  readonly nowS: number
  /** The viewer blocks the other person. */
  readonly isBlocked: boolean | null
}

/** One line in the slip about what has happened, where something has. */
export function News(props: NewsProps): ReactNode {
  const news = newsOf(props, useSession().formatter)
  return news ? (
    <p className={`slip-news slip-news-${news.icon}`}>
      <Icon name={news.icon} />
      <span>
        <b>{news.title}</b> {news.text}
      </span>
    </p>
  ) : null
}

interface NewsLine {
  readonly icon: Extract<IconName, 'warning' | 'clock' | 'info' | 'check'>
  readonly title: string
  readonly text?: string
}

function newsOf({ phase, table, live, me, who, nowS, isBlocked }: NewsProps, formatter: Formatter): NewsLine | null {
  const { ended } = words
  const { recent, here } = live
  const other = otherSeat(me)
  const isMine = table.version.by === me
  switch (phase) {
    case 'stale':
      return {
        icon: 'warning',
        title: isMine ? words.staleOwnNote(table.version.number) : words.staleNote(who, table.version.number),
      }
    case 'draft':
      return null
    case 'locked':
      return {
        icon: 'check',
        title: ended.locked,
        text: lockedBy(table) === me ? ended.acceptsHere(who) : ended.acceptNow,
      }
    case 'expired':
      return { icon: 'clock', title: ended.expired, text: stillHeld(table, me, who) }
    case 'swapped':
      return { icon: 'check', title: ended.swapped }
    case 'declined':
      return { icon: 'info', title: isMine ? ended.declined(who) : ended.youDeclined, text: whyOf(table) }
    case 'withdrawn':
      return { icon: 'info', title: isMine ? ended.youWithdrew : ended.withdrawn(who) }
    case 'lapsed':
      return {
        icon: 'clock',
        title: ended.lapsed,
        ...(table.lock?.status === 'active' && { text: stillHeld(table, me, who) }),
      }
    case 'closed':
      if (isBlocked === null) return null
      if (isBlocked) return { icon: 'info', title: ended.youBlocked(who), text: ended.untilUnblocked }
      return { icon: 'info', title: table.closedBy === me ? ended.youLeft : ended.left(who) }
    case 'lock':
    case 'their-lock':
      return table.lock?.status === 'cancelled' ? { icon: 'info', title: ended.unlocked } : null
    default:
  }
  if (recent?.cleared[me]) {
    const title = changeSentence(recent.changes, other, { formatter, me, who })
    return { icon: 'warning', title, text: words.wasReady(recent.clearedVersion) }
  }
  if (phase === 'waiting' && !here[other]) {
    const seenS = table.seen[other]
    if (seenS === null) return { icon: 'clock', title: `${tablePageText.never(who)}.`, text: words.sendLink }
    return { icon: 'clock', title: `${tablePageText.lastHere(who, clockTime(seenS, nowS))}.` }
  }
  return null
}

/** Where the things of an expired offer are, and how to go on. */
function stillHeld(table: WireTable, me: Seat, who: string): string {
  return lockedBy(table) === me ? words.ended.expiredYours : words.ended.expiredTheirs(who)
}

/** Above the ticks: ready or not, this can't be locked in. */
export function MovedNews({ moved }: { moved: readonly MovedNft[] }): ReactNode {
  const { formatter } = useSession()
  const names = listed.format(moved.map(({ nft }) => formatter.nft(nft.contract, nft.tokenId)))
  return (
    <p className="slip-news slip-news-warning" role="status">
      <Icon name="warning" />
      <b>{tablePageText.moved(names, moved.length)}</b>
    </p>
  )
}

const listed = new Intl.ListFormat(locale, { type: 'conjunction' })

interface NewsLinkProps {
  readonly phase: TablePhase
  readonly table: WireTable
  readonly me: Seat
  /** The table's own. */
  readonly link: string
}

/** The link to share, when that is next: the table's before their first visit, then the offer's. */
export function NewsLink({ phase, table, me, link }: NewsLinkProps): ReactNode {
  const { lock, seen } = table
  if (phase === 'waiting' && seen[otherSeat(me)] === null) return <LinkRow text={link} label={words.copyTable} />
  if (phase !== 'locked' || !lock || lockedBy(table) !== me) return null
  return <LinkRow text={new URL(`/p2p/${lock.offerId}`, window.location.origin).href} label={words.copyOffer} />
}

function LinkRow({ text, label }: { text: string; label: string }): ReactNode {
  return (
    <div className="slip-link">
      <CopyButton text={text} label={label} doneLabel={frameText.copied} />
    </div>
  )
}

function whyOf({ log }: WireTable): string {
  const declined = log.findLast((entry) => entry.kind === 'declined')
  if (!declined) return ''
  return declined.text === '' ? `${declineWords(declined)}.` : declineWords(declined)
}

/** 'Yours, 15:04', 'Agreed 15:06'. */
export function byline(table: WireTable, me: Seat, nowS: number): string {
  const { version, agreedAt } = table
  if (agreedAt !== null) return words.agreed(clockTime(agreedAt, nowS))
  const when = clockTime(version.at, nowS)
  return version.by === me ? words.byYou(when) : words.byOther(when)
}

/** The note of the newest version. */
export function noteOf({ log, version }: WireTable): string {
  const laid = log.findLast((entry) => entry.kind === 'version' && entry.version === version.number)
  return laid?.kind === 'version' ? laid.note : ''
}

/** The table's state, for screen readers. */
export function statusWords(
  { ready, agreedAt, version, lock }: WireTable,
  { phase, other, who }: { phase: TablePhase; other: Seat; who: string },
): string {
  if (phase === 'expired') return words.ended.expired
  if (lock && lock.status !== 'cancelled') return lock.status === 'completed' ? words.ended.swapped : words.ended.locked
  if (agreedAt !== null) return tableLogText.agreed(version.number)
  return ready[other] ? tableLogText.ready(who, version.number) : ''
}

/** What became of the offer that the table counters. */
export function counteredWords(offer: Offer, nowS: number): string {
  const { counteredNow, countersOffer } = tablePageText
  const outcome = outcomeOf(offer)
  if (outcome) return counteredNow[outcome]
  return nowS > offer.expiresAtS ? counteredNow.expired : countersOffer
}
