import {
  coinText,
  durationChoices,
  type DealChanges,
  locale,
  type Nft,
  otherSeat,
  type Seat,
  type SideChanges,
  type TableDeal,
} from '@parley/domain'
import type { Formatter } from '../../text/format.ts'
import { tableLogText as words, tablePageText, tableSlipText } from '../../text/table.lazy.ts'

/** One thing that a version changed. */
export interface ChangeWord {
  readonly sign: '+' | '−' | null
  readonly text: string
}

interface Naming {
  readonly formatter: Formatter
  readonly me: Seat
  /** The other person. */
  readonly who: string
}

/** What a version changed, in the order of the slip: the author's own side first. */
export function changeWords(changes: DealChanges, by: Seat, naming: Naming): readonly ChangeWord[] {
  const { durationMinutes } = changes
  return [
    ...sideWords(changes[by], by, false, naming),
    ...sideWords(changes[otherSeat(by)], otherSeat(by), true, naming),
    ...(durationMinutes ? [{ sign: null, text: words.expires(durationWords(durationMinutes.after)) }] : []),
  ]
}

function sideWords(
  { added, removed, replaced, wei }: SideChanges,
  giver: Seat,
  isOthers: boolean,
  { formatter, me, who }: Naming,
): readonly ChangeWord[] {
  const named = ({ contract, tokenId }: Nft) => formatter.nft(contract, tokenId)
  const giverWords = giver === me ? words.fromYou : words.from(who)
  const from = (text: string) => (isOthers ? `${text} ${giverWords}` : text)
  return [
    ...removed.map((nft) => ({ sign: '−' as const, text: from(named(nft)) })),
    ...added.map((nft) => ({ sign: '+' as const, text: from(named(nft)) })),
    ...replaced.map(({ before, after }) => ({ sign: null, text: words.instead(named(after), named(before)) })),
    ...(wei ? [coinWords(wei, giverWords)] : []),
  ]
}

function coinWords({ before, after }: { before: bigint; after: bigint }, giver: string): ChangeWord {
  if (before === 0n) return { sign: '+', text: `${coinText(after)} ${giver}` }
  if (after === 0n) return { sign: '−', text: `${coinText(before)} ${giver}` }
  return { sign: null, text: `${words.instead(coinText(after), coinText(before))} ${giver}` }
}

/** '7 days' */
export function durationWords(minutes: number): string {
  return durationChoices.find((choice) => choice.minutes === minutes)?.label ?? `${minutes} minutes`
}

/** A deal in one line: what its author gives for what. */
export function dealWords(deal: TableDeal, by: Seat, { formatter }: Naming): string {
  const side = (seat: Seat): string => {
    const { nfts, wei } = deal[seat]
    const things = [
      ...nfts.map(({ contract, tokenId }) => formatter.nft(contract, tokenId)),
      ...(wei > 0n ? [coinText(wei)] : []),
    ]
    if (things.length === 0) return words.nothing
    return things.length === 1 ? `${things[0]}` : `${things.slice(0, -1).join(', ')} and ${things.at(-1)}`
  }
  return words.forWords(side(by), side(otherSeat(by)))
}

/** A side's NFTs and coins in a sentence; many NFTs are counted. */
const namedAtMost = 3
const listed = new Intl.ListFormat(locale, { type: 'conjunction' })

/** A recent change as one sentence, for the strip and for screen readers: the author's own side first. */
export function changeSentence(changes: DealChanges, by: Seat, naming: Naming): string {
  const { durationMinutes } = changes
  const deeds = [
    ...ownDeeds(changes[by], naming),
    ...askedDeeds(changes[otherSeat(by)], naming),
    ...(durationMinutes ? [tableSlipText.did.expires(durationWords(durationMinutes.after))] : []),
  ]
  return tableSlipText.did.sentence(naming.who, deeds.length === 0 ? tableSlipText.did.changed : listed.format(deeds))
}

/** What its author did to what they give. */
function ownDeeds({ added, removed, replaced, wei }: SideChanges, naming: Naming): readonly string[] {
  const { did } = tableSlipText
  return [
    ...deedOn(added, wei?.before === 0n ? wei.after : 0n, { say: did.added, naming }),
    ...deedOn(removed, wei?.after === 0n ? wei.before : 0n, { say: did.tookBack, naming }),
    ...insteadWords(replaced, wei, naming).map(did.gives),
  ]
}

/** What they did to what the reader is to give. */
function askedDeeds({ added, removed, replaced, wei }: SideChanges, naming: Naming): readonly string[] {
  const { did } = tableSlipText
  return [
    ...deedOn(added, wei?.before === 0n ? wei.after : 0n, { say: did.askedFor, naming }),
    ...deedOn(removed, wei?.after === 0n ? wei.before : 0n, { say: did.dropped, naming }),
    ...insteadWords(replaced, wei, naming).map(did.askedFor),
  ]
}

function deedOn(
  nfts: readonly Nft[],
  wei: bigint,
  { say, naming }: { say: (things: string) => string; naming: Naming },
): readonly string[] {
  const { formatter } = naming
  const named =
    nfts.length > namedAtMost
      ? [tablePageText.nftsAndCoins(nfts.length, false)]
      : nfts.map(({ contract, tokenId }) => formatter.nft(contract, tokenId))
  const things = [...named, ...(wei > 0n ? [coinText(wei)] : [])]
  return things.length === 0 ? [] : [say(listed.format(things))]
}

function insteadWords(
  replaced: SideChanges['replaced'],
  wei: SideChanges['wei'],
  { formatter }: Naming,
): readonly string[] {
  const named = ({ contract, tokenId }: Nft) => formatter.nft(contract, tokenId)
  return [
    ...replaced.map(({ before, after }) => words.instead(named(after), named(before))),
    ...(wei && wei.before > 0n && wei.after > 0n ? [words.instead(coinText(wei.after), coinText(wei.before))] : []),
  ]
}
