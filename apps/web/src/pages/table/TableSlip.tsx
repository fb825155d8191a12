import {
  coinSymbol,
  durationChoices,
  type DurationMinutes,
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
import { coinsRow, recentSide, type RecentSide, sideRows } from './sideRows.ts'
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
      // Remounted for other terms, which restarts its animation.
      mark={<DealMark key={props.mark} path={props.mark} />}
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
          <Line name={words.expires} className={recent?.changes.durationMinutes ? 'slip-item-new' : ''}>
            {words.afterLock(durationWords(deal.durationMinutes))}
          </Line>
        </Lines>
      )}
      <div className="slip-sides">
        <SlipItems title={sides.own} letter="A" side={mine} recent={recentSide(recent, me)} />
        <SlipItems title={sides.other} letter="B" side={theirs} recent={recentSide(recent, otherSeat(me))} />
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
  readonly recent: RecentSide | null
}

/** One side, line by line, by its lot numbers. NFTs and coins just taken back are struck through. */
function SlipItems({ title, letter, side, recent }: SlipItemsProps): ReactNode {
  const messages = useMessages()
  const rows = sideRows(letter, side.nfts, recent)
  const shown = useDescribed(rows.map(({ nft }) => nft))
  const count = side.nfts.length + (side.wei > 0n ? 1 : 0)
  const coins = coinsRow(side.wei, recent)
  return (
    <div className="slip-items">
      <h3>
        {title} <span className="num">{count}</span>
      </h3>
      {rows.length === 0 && !coins ? <p className="muted">{tablePageText.nothing}</p> : null}
      <ul className="num">
        {shown.map((nft, at) => {
          const { lot = '', mark = null } = rows[at] ?? {}
          return (
            <li key={nftKey(nft)} className={mark ? `slip-item-${mark}` : undefined}>
              <i className="lot">{lot}</i>
              <span>
                {nft.verified ? nft.collectionName : messages.unknownCollection}{' '}
                {hasOwnName(nft) ? <small>{shownName(nft)}</small> : null}
              </span>
              <span>{idOf(nft)}</span>
            </li>
          )
        })}
        {coins ? (
          <li className={coins.mark ? `slip-item-${coins.mark}` : undefined}>
            <i className="lot">{`${letter}${rows.length + 1}`}</i>
            <span>{tablePageText.coins}</span>
            <span>{`${formatEther(coins.wei)} ${coinSymbol}`}</span>
          </li>
        ) : null}
      </ul>
    </div>
  )
}
