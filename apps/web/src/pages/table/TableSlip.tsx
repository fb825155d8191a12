import {
  coinSymbol,
  durationChoices,
  type DurationMinutes,
  type Nft,
  nftKey,
  otherSeat,
  type Seat,
  type TableDeal,
  type TableSide,
} from '@parley/domain'
import type { ReactNode } from 'react'
import { formatEther } from 'viem/utils'
import { useDescribed } from '../../features/offers/useDescribed.ts'
import { hasOwnName, idOf, shownName } from '../../services/nftView.ts'
import { useMessages } from '../../services/Portal.ts'
import { tablePageText, tableSlipText as words } from '../../text/table.lazy.ts'
import { DealMark } from '../../ui/DealMark.tsx'
import { Line, Lines } from '../../ui/Lines.tsx'
import { Select } from '../../ui/Select.tsx'
import { Slip } from '../../ui/Slip.tsx'
import { durationWords } from './changeWords.ts'
import type { RecentChange } from './useLiveTable.ts'

interface TableSlipProps {
  readonly title: string
  readonly note: ReactNode
  /** Path of the band. */
  readonly mark: string
  readonly deal: TableDeal
  readonly me: Seat
  /** What the two sides are called. */
  readonly sides: { readonly own: string; readonly other: string }
  /** The note of the newest version. */
  readonly says: ReactNode
  readonly recent: RecentChange | null
  /** Of what is being put together; otherwise the duration is only told. */
  readonly onMinutes: ((minutes: DurationMinutes) => void) | null
  /** News or a field, between list and ticks. */
  readonly news: ReactNode
  readonly ticks: ReactNode
  /** Fee and gas, once they are near. */
  readonly cost: ReactNode
  readonly stub: ReactNode
}

/** The slip between the two: version, terms and ticks, with the next step below the perforation. */
export function TableSlip(props: TableSlipProps): ReactNode {
  const { deal, me, sides, recent, onMinutes } = props
  const mine = deal[me]
  const theirs = deal[otherSeat(me)]
  return (
    <Slip
      title={props.title}
      note={props.note}
      mark={<DealMark path={props.mark} />}
      total={props.ticks}
      stub={props.stub}
    >
      {props.says}
      {onMinutes ? (
        <Select
          label={words.expiresLabel}
          value={String(deal.durationMinutes)}
          choices={durationChoices.map(({ minutes, label }) => ({ value: String(minutes), label }))}
          onChange={(value) =>
            onMinutes(durationChoices.find(({ minutes }) => String(minutes) === value)?.minutes ?? 1440)
          }
        />
      ) : (
        <Lines>
          <Line name={words.expires}>{words.afterLock(durationWords(deal.durationMinutes))}</Line>
        </Lines>
      )}
      <div className="slip-sides">
        <SlipItems title={sides.own} letter="A" side={mine} recent={recent?.changes[me] ?? null} />
        <SlipItems title={sides.other} letter="B" side={theirs} recent={recent?.changes[otherSeat(me)] ?? null} />
      </div>
      <div className="slip-sums">
        <Lines>
          <Line name={sides.own}>{tablePageText.nftsAndCoins(mine.nfts.length, mine.wei > 0n)}</Line>
          <Line name={sides.other}>{tablePageText.nftsAndCoins(theirs.nfts.length, theirs.wei > 0n)}</Line>
        </Lines>
      </div>
      {props.cost ? <Lines>{props.cost}</Lines> : null}
      {props.news}
    </Slip>
  )
}

interface SlipItemsProps {
  readonly title: string
  readonly letter: 'A' | 'B'
  readonly side: TableSide
  readonly recent: RecentChange['changes'][Seat] | null
}

/** One side, line by line, by its lot numbers. NFTs just taken back are struck through. */
function SlipItems({ title, letter, side, recent }: SlipItemsProps): ReactNode {
  const messages = useMessages()
  const gone: readonly Nft[] = recent ? [...recent.removed, ...recent.replaced.map(({ before }) => before)] : []
  const fresh = new Set(recent ? [...recent.added, ...recent.replaced.map(({ after }) => after)].map(nftKey) : [])
  const shown = useDescribed([...side.nfts, ...gone])
  const count = side.nfts.length + (side.wei > 0n ? 1 : 0)
  return (
    <div className="slip-items">
      <h3>
        {title} <span className="num">{count}</span>
      </h3>
      {count + gone.length === 0 ? <p className="muted">{tablePageText.nothing}</p> : null}
      <ul className="num">
        {shown.map((nft, at) => {
          const isGone = at >= side.nfts.length
          return (
            <li
              key={`${isGone} ${nftKey(nft)}`}
              className={isGone ? 'slip-item-gone' : fresh.has(nftKey(nft)) ? 'slip-item-new' : undefined}
            >
              <i className="lot">{isGone ? '−' : `${letter}${at + 1}`}</i>
              <span>
                {nft.verified ? nft.collectionName : messages.unknownCollection}{' '}
                {hasOwnName(nft) ? <small>{shownName(nft)}</small> : null}
              </span>
              <span>{idOf(nft)}</span>
            </li>
          )
        })}
        {side.wei > 0n ? (
          <li className={recent?.wei ? 'slip-item-new' : undefined}>
            <i className="lot">{`${letter}${side.nfts.length + 1}`}</i>
            <span>{tablePageText.coins}</span>
            <span>{`${formatEther(side.wei)} ${coinSymbol}`}</span>
          </li>
        ) : null}
      </ul>
    </div>
  )
}
