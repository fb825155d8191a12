import {
  coinSymbol,
  coinText,
  creatorSeat,
  durationChoices,
  maxNoteLength,
  type Nft,
  nftKey,
  type Offer,
} from '@parley/domain'
import type { TableHead } from '@parley/protocol'
import { type ReactNode, useState } from 'react'
import type { HeldNft } from '../../services/drafts.ts'
import { idOf, toNftView } from '../../services/nftView.ts'
import { useMessages } from '../../services/Portal.ts'
import { useSession } from '../../services/Session.ts'
import { heedSignedOut, memberApi, useSignIn } from '../../services/signIn.ts'
import { useDealMark } from '../../services/useDealMark.ts'
import { useWho } from '../../services/useWho.ts'
import { compareText as words } from '../../text/agreement.lazy.ts'
import { shortDate, timeLeft } from '../../text/format.ts'
import { shorten } from '../../ui/Address.tsx'
import { Button } from '../../ui/Button.tsx'
import { DealMark } from '../../ui/DealMark.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { navigate } from '../../ui/navigation.ts'
import { Note } from '../../ui/Note.tsx'
import { Picture } from '../../ui/Picture.tsx'
import { useDescribed } from '../../features/offers/useDescribed.ts'
import { agreedDeal } from './useLockIn.ts'
import { type ReviewedRow, reviewRows } from './agreement.ts'
import './Agreement.css'

/** An offer beside what was agreed, with the differences that are confirmed so far. */
export interface Review {
  readonly rows: readonly ReviewedRow[]
  /** Keys of confirmed differences. */
  readonly confirmed: readonly string[]
  /** Differences that aren't confirmed. Accepting waits for them. */
  readonly open: readonly ReviewedRow[]
  /** NFTs of the offer that stand in a confirmed difference. */
  readonly confirmedNfts: readonly string[]
  confirm(key: string, on: boolean): void
}

/** A difference has a key of its own, so ticking one confirms no other, now or later. */
export function useReview(table: TableHead | null, offer: Offer): Review {
  const [confirmed, setConfirmed] = useState<readonly string[]>([])
  const rows = table ? reviewRows(table, offer) : []
  const ticked = rows.filter(({ key, same }) => !same && confirmed.includes(key))
  return {
    rows,
    confirmed,
    open: rows.filter(({ key, same }) => !same && !confirmed.includes(key)),
    confirmedNfts: ticked.flatMap((row) => (row.kind === 'nft' && row.offer ? [nftKey(row.offer)] : [])),
    confirm: (key, on) => setConfirmed(on ? [...confirmed, key] : confirmed.filter((one) => one !== key)),
  }
}

interface ComparisonProps {
  readonly table: TableHead
  readonly offer: Offer
  readonly review: Review
}

/** Two columns: agreed, and offered. A difference is red, in words, with a tick of its own (decision N3). */
export function Comparison({ table, offer, review: { rows, confirmed, confirm } }: ComparisonProps): ReactNode {
  const describe = useDescriptions(rows)
  const gets = rows.filter((row) => row.kind !== 'duration' && !row.isGiven)
  const gives = rows.filter((row) => row.isGiven)
  const rest = rows.filter((row) => row.kind === 'duration')
  const shown = { offer, describe, confirmed, confirm }
  return (
    <table className="compare">
      <caption className="unseen">{words.label}</caption>
      <thead>
        <tr>
          <th scope="col">
            {words.agreed}
            {table.agreed ? (
              <small className="num">{words.version(table.agreed.number, shortDate(table.agreed.at))}</small>
            ) : null}
          </th>
          <th className="compare-mark" aria-label={words.same} />
          <th scope="col">
            {words.says}
            <small className="num">{words.onChain(shorten(offer.id))}</small>
          </th>
        </tr>
      </thead>
      {gets.length > 0 ? <CompareGroup title={words.get} letter="B" rows={gets} {...shown} /> : null}
      {gives.length > 0 ? <CompareGroup title={words.give} letter="A" rows={gives} {...shown} /> : null}
      <CompareGroup title={null} letter="A" rows={rest} {...shown} />
    </table>
  )
}

/** Both bands, side by side: the same figure twice, or two. */
export function ComparedMarks({ table, offer }: Omit<ComparisonProps, 'review'>): ReactNode {
  const deal = agreedDeal(table, creatorSeat(table, offer) ?? 'opener')
  const agreed = useDealMark({ ...deal, creator: offer.creator })
  const says = useDealMark(offer)
  return (
    <div className="compare-marks">
      <DealMark path={agreed} />
      <DealMark path={says} />
    </div>
  )
}

type Describe = (nft: Nft) => HeldNft | undefined

function useDescriptions(rows: readonly ReviewedRow[]): Describe {
  const all = rows.flatMap((row) => (row.kind === 'nft' ? [row.agreed, row.offer] : []))
  const nfts = new Map(all.flatMap((nft): [string, Nft][] => (nft ? [[nftKey(nft), nft]] : [])))
  const described = new Map(useDescribed([...nfts.values()]).map((nft) => [nftKey(nft), nft]))
  return (nft) => described.get(nftKey(nft))
}

interface GroupProps {
  readonly title: string | null
  readonly letter: 'A' | 'B'
  readonly rows: readonly ReviewedRow[]
  readonly offer: Offer
  readonly describe: Describe
  readonly confirmed: readonly string[]
  readonly confirm: Review['confirm']
}

function CompareGroup({ title, letter, rows, offer, describe, confirmed, confirm }: GroupProps): ReactNode {
  const { formatter } = useSession()
  return (
    <tbody>
      {title === null ? null : (
        <tr className="compare-title">
          <th scope="rowgroup" colSpan={3}>
            {title}
          </th>
        </tr>
      )}
      {rows.map((row, at) => {
        const cell = { row, offer, describe, lot: `${letter}${at + 1}` }
        return [
          <tr key={row.key} className={row.same ? '' : 'compare-differs'}>
            <td>
              <Cell {...cell} side="agreed" />
            </td>
            <td className="compare-mark">
              <Icon name={row.same ? 'check' : 'failed'} />
              <span className="unseen">{row.same ? words.same : words.differs}</span>
            </td>
            <td>
              <Cell {...cell} side="offer" />
            </td>
          </tr>,
          row.same ? null : (
            <tr key={`${row.key} why`} className="compare-why">
              <td colSpan={3}>
                <label>
                  <input
                    type="checkbox"
                    checked={confirmed.includes(row.key)}
                    onChange={(event) => confirm(row.key, event.target.checked)}
                  />
                  {words.anyway(differenceWords(row, formatter.nft))}
                </label>
              </td>
            </tr>
          ),
        ]
      })}
    </tbody>
  )
}

interface CellProps {
  readonly row: ReviewedRow
  readonly side: 'agreed' | 'offer'
  readonly offer: Offer
  readonly describe: Describe
  readonly lot: string
}

function Cell({ row, side, offer, describe, lot }: CellProps): ReactNode {
  const { noImage } = useMessages()
  const isOffer = side === 'offer'
  if (row.kind === 'duration') {
    const text = isOffer
      ? words.until(durationWords(row.offerS), shortDate(offer.expiresAtS))
      : words.afterLockIn(durationWords(row.agreedS))
    return (
      <div className="compare-line num">
        <span>{words.expires}</span>
        <b>{text}</b>
      </div>
    )
  }
  if (row.kind === 'coins') {
    const wei = isOffer ? row.offerWei : row.agreedWei
    return (
      <div className="compare-item num">
        <i className="compare-coin" aria-hidden="true" />
        <i className="lot">{lot}</i>
        <span>{words.coins}</span>
        <b>{wei === 0n ? words.missing : coinText(wei)}</b>
      </div>
    )
  }
  const nft = isOffer ? row.offer : row.agreed
  const described = nft && describe(nft)
  if (!described) return <p className="compare-missing">{words.missing}</p>
  const { image, name, series } = toNftView(described, noImage)
  return (
    <div className="compare-item compare-nft num">
      <Picture src={image} alt="" missingLabel={noImage} eager />
      <i className="lot">{lot}</i>
      <span>
        {name ?? series} {name === null ? null : <small>{series}</small>}
      </span>
      <b>{idOf(described)}</b>
    </div>
  )
}

function durationWords(seconds: number): string {
  return durationChoices.find(({ minutes }) => minutes * 60 === seconds)?.label ?? timeLeft(seconds)
}

/** A difference as a sentence. */
function differenceWords(row: ReviewedRow, nameOf: (contract: Nft['contract'], tokenId: bigint) => string): string {
  const { isGiven } = row
  if (row.kind === 'duration') return words.otherDuration(durationWords(row.agreedS), durationWords(row.offerS))
  if (row.kind === 'coins') {
    const amount = (wei: bigint) => (wei === 0n ? `no ${coinSymbol}` : coinText(wei))
    return words.otherCoins(amount(row.agreedWei), amount(row.offerWei), isGiven)
  }
  const { agreed, offer } = row
  const name = ({ contract, tokenId }: Nft) => nameOf(contract, tokenId)
  if (agreed && offer) {
    const collection = name(agreed).slice(0, -idOf(agreed).length - 1)
    return words.otherNft(collection, idOf(agreed), idOf(offer), isGiven)
  }
  if (offer) return words.notAgreed(name(offer), isGiven)
  return agreed ? words.leftOut(name(agreed), isGiven) : ''
}

/** Tells the creator at the table what differs, and opens it. */
export function TellThem({ table, offer, review }: ComparisonProps): ReactNode {
  const { queries, formatter } = useSession()
  const { wallet } = useSignIn()
  const who = useWho(offer.creator)
  const [state, setState] = useState<'idle' | 'telling' | 'failed'>('idle')
  const differences = review.rows.filter(({ same }) => !same)
  const why = differences.map((row) => differenceWords(row, formatter.nft)).join(' ')
  const tell = async (): Promise<void> => {
    if (!wallet) return
    setState('telling')
    try {
      const text = cut(words.note(why))
      await memberApi.request('sayAtTable', {
        params: { tableId: table.tableId },
        query: { as: wallet },
        body: { text },
      })
      navigate(`/table/${table.tableId}`)
    } catch (error) {
      heedSignedOut(queries, error)
      setState('failed')
    }
  }
  // A table that one of the two left takes no more words.
  if (table.state === 'closed') return null
  return (
    <>
      {state === 'failed' ? <Note tone="bad">{words.notTold}</Note> : null}
      <Button
        look={review.open.length > 0 ? 'stamp' : 'outline'}
        sentence
        working={state === 'telling'}
        onClick={() => void tell()}
      >
        {state === 'telling' ? words.telling : words.tell(who)}
      </Button>
    </>
  )
}

function cut(text: string): string {
  const letters = [...text]
  return letters.length <= maxNoteLength ? text : `${letters.slice(0, maxNoteLength - 1).join('')}…`
}
