import { type InboxKind, nftKey } from '@parley/domain'
import type { ReadableItem } from '@parley/protocol'
import { declineReasonText } from '../../text/agreement.lazy.ts'
import { type Formatter, shortDate, timeLeft } from '../../text/format.ts'
import { inboxItemText as words, inboxTimeText } from '../../text/inbox.lazy.ts'

export type KindTone = 'act' | 'warn' | 'ok' | 'plain'

interface KindLook {
  /** An SVG path in a 16 px box. */
  readonly icon: string
  readonly tone: KindTone
}

const clock = 'M14.3 8A6.3 6.3 0 1 1 1.7 8a6.3 6.3 0 0 1 12.6 0zM8 4.2V8l2.6 1.8'
const cross = 'M14.3 8A6.3 6.3 0 1 1 1.7 8a6.3 6.3 0 0 1 12.6 0zM5.8 5.8l4.4 4.4M10.2 5.8l-4.4 4.4'
const table = 'M2 5.2h12v2.4H2zM4 7.6v5.6M12 7.6v5.6'
const arrow = 'M2 8h11.5M9.5 4l4 4-4 4'

const looks: Readonly<Record<InboxKind, KindLook>> = {
  'offer-received': { icon: 'M8 2v7M5 6.2l3 3 3-3M2.6 9.4v4h10.8v-4', tone: 'act' },
  'offer-accepted': { icon: 'M14.3 8A6.3 6.3 0 1 1 1.7 8a6.3 6.3 0 0 1 12.6 0zM5.2 8.2l2 2 3.7-4.2', tone: 'ok' },
  'offer-declined': { icon: cross, tone: 'plain' },
  'offer-returned': { icon: 'M2.4 7.6L8 2.8l5.6 4.8M4 6.6v6.6h8V6.6', tone: 'plain' },
  'expires-in-day': { icon: clock, tone: 'warn' },
  'expires-in-hour': { icon: clock, tone: 'warn' },
  expired: { icon: 'M3.6 7.2h8.8v6.4H3.6zM5.6 7.2V5a2.4 2.4 0 0 1 4.8 0v2.2', tone: 'warn' },
  'not-returned': { icon: 'M8 2.2l6.2 11.2H1.8zM8 6.6v3.2M8 11.6v.1', tone: 'warn' },
  'nft-moved': { icon: arrow, tone: 'warn' },
  'table-answer': { icon: table, tone: 'act' },
  'table-declined': { icon: cross, tone: 'plain' },
  'table-lock': { icon: 'M3 8.5l3.4 3.4L13 4.6', tone: 'act' },
}

/** Items that wait have the colour of their kind; the others have none, except good news. */
export function lookOf({ kind, needsYou }: ReadableItem): KindLook {
  const look = looks[kind]
  return needsYou || look.tone === 'ok' ? look : { ...look, tone: 'plain' }
}

interface WordsContext {
  /** Chain time, unix seconds. */
  readonly nowS: number
  readonly formatter: Formatter
  /** The other party: a short address, or the user's own name for it. */
  readonly who: string
}

/** Below this, seconds are of use. Before it they would only keep a list restless. */
const secondsFromS = 5 * 60

function leftWords(leftS: number): string {
  return leftS < secondsFromS ? timeLeft(leftS) : timeLeft(leftS).replace(/ \d+ s$/, '')
}

/** An item's title, and the line below it. */
export function wordsOf(item: ReadableItem, { nowS, formatter, who }: WordsContext): { title: string; text: string } {
  const { kind, needsYou, gives, deadlineS, atS, subject, nfts } = item
  const when = atS === null ? '' : shortDate(atS)
  const left = leftWords(deadlineS - nowS)
  const names = nfts.map(({ contract, tokenId }) => formatter.nft(contract, tokenId)).join(', ')
  const isOwn = subject.kind === 'offer' && subject.role === 'creator'
  const version = subject.kind === 'table' ? subject.version : 1
  switch (kind) {
    case 'offer-received':
      return needsYou
        ? { title: words.received(who), text: inboxTimeText.open(left) }
        : { title: words.receivedPast(who), text: when }
    case 'offer-accepted':
      return { title: words.accepted(who), text: words.acceptedText(when) }
    case 'offer-declined':
      return { title: words.declined(who), text: declinedText(item) }
    case 'offer-returned':
      return { title: words.returned, text: words.returnedText(who, when) }
    case 'expires-in-day':
    case 'expires-in-hour': {
      const text = isOwn ? (needsYou ? words.notAnswered(who) : words.to(who)) : words.from(who)
      const ahead = kind === 'expires-in-day' ? words.day : words.hour
      if (needsYou) return { title: isOwn ? words.expiresOwn(left) : words.expiresTheirs(left), text }
      return { title: isOwn ? words.remindedOwn(ahead) : words.remindedTheirs(ahead), text }
    }
    case 'expired':
      return needsYou
        ? { title: words.expired(gives.nfts.length), text: words.expiredText(shortDate(deadlineS)) }
        : { title: words.expiredPast, text: words.broughtHome(shortDate(deadlineS)) }
    case 'not-returned':
      return { title: words.notReturned(nfts.length), text: words.notReturnedText(names) }
    case 'nft-moved':
      return movedWords(item, names, who)
    case 'table-answer':
      if (!needsYou) return { title: words.answered(who), text: words.version(version) }
      return { title: version > 1 ? words.countered(who) : words.invited(who), text: words.version(version) }
    case 'table-declined':
      return { title: words.tableDeclined(who, version), text: needsYou ? words.tableDeclinedText : when }
    case 'table-lock':
      return needsYou && when
        ? { title: words.agreed, text: `${words.agreedText(who, version)} ${words.bothReady(when)}` }
        : { title: needsYou ? words.agreed : words.agreedPast, text: words.agreedText(who, version) }
  }
}

function movedWords({ subject, nfts, gives }: ReadableItem, names: string, who: string) {
  const { length: count } = nfts
  if (subject.kind === 'table') return { title: words.movedTable(count), text: words.movedTableText(names) }
  if (subject.role === 'recipient')
    return { title: words.movedOffered(count, false), text: words.movedOfferedText(names) }
  const own = new Set(gives.nfts.map(nftKey))
  const ofOwn = nfts.filter((nft) => own.has(nftKey(nft))).length
  if (ofOwn === 0) return { title: words.movedWanted(count), text: words.movedWantedText(names, who) }
  if (ofOwn < count) return { title: words.movedBoth(count), text: words.movedBothText(names) }
  return { title: words.movedOffered(count, true), text: words.movedOfferedText(names) }
}

function declinedText({ decline, needsYou, gives }: ReadableItem): string {
  const said = decline ? words.quoted(decline.text || declineReasonText[decline.reason]) : ''
  return needsYou ? `${said} ${words.stillInEscrow(gives.nfts.length)}` : said
}

const justNowS = 60
const todayS = 20 * 60 * 60

/** 'just now', '2 min ago', and the date of what is older. Unix seconds. */
export function agoWords(atS: number, nowS: number): string {
  const goneS = nowS - atS
  if (goneS < justNowS) return inboxTimeText.now
  if (goneS > todayS) return shortDate(atS)
  return inboxTimeText.ago(timeLeft(goneS).split(' ').slice(0, 2).join(' '))
}
