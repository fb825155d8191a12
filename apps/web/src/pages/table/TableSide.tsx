import { coinText, coinSymbol, type Nft, nftKey } from '@parley/domain'
import type { ReactNode } from 'react'
import { formatEther } from 'viem/utils'
import { useDescribed } from '../../features/offers/useDescribed.ts'
import type { HeldNft } from '../../services/drafts.ts'
import { idOf, shownName, toNftView } from '../../services/nftView.ts'
import { useMessages } from '../../services/Portal.ts'
import { tablePageText as words } from '../../text/table.lazy.ts'
import { Button } from '../../ui/Button.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { ItemRow } from '../../ui/ItemRow.tsx'
import { Print } from '../../ui/Print.tsx'
import { phoneQuery, useMedia } from '../../ui/useMedia.ts'
import { coinsRow, markedAt, type RecentSide, type RowMark, type SideRow, sideRows } from './sideRows.ts'
import type { MovedNft } from './useMoved.ts'

export interface TableSideProps {
  /** `own`: what the viewer gives, on the left. */
  readonly side: 'own' | 'other'
  /** 'You give' or 'You gave'. */
  readonly title: string
  readonly who: string
  readonly nfts: readonly Nft[]
  readonly wei: bigint
  /** What its giver doesn't have any more. */
  readonly moved: readonly MovedNft[]
  /** What the other has just changed on this side. */
  readonly recent: RecentSide | null
  /** What just changed on this side, in words; null for no change. */
  readonly change: { readonly title: string; readonly text: string; readonly version: number } | null
  /** Actions, below the rule. */
  readonly fold: ReactNode
  /** The coins are in their giver's wallet, not in the escrow or the other's. */
  readonly isLoose: boolean
  readonly edit: { readonly onPick: () => void; readonly onRemove: (nft: Nft) => void } | null
}

/** One side of the table: prints, coins, and what has just changed. */
export function TableSide(props: TableSideProps): ReactNode {
  const { side, who, nfts, wei, recent, change, fold, isLoose } = props
  const own = side === 'own'
  const count = words.nftsAndCoins(nfts.length, wei > 0n)
  const rows = sideRows(own ? 'A' : 'B', nfts, recent)
  const coins = coinsRow(wei, recent)
  const at = markedAt(rows)
  // Under the things that it is about.
  const strip = change && <ChangeStrip key={change.version} {...change} at={at ?? (coins?.mark ? 0 : null)} />
  return (
    <div className={`side side-${own ? 'left' : 'right'}`}>
      <div className="table-things">
        <div className="side-head">
          <h2>{props.title}</h2>
          <span className="num">{own || nfts.length === 0 ? count : words.from(count, who)}</span>
        </div>
        <Things {...props} rows={rows} />
        {at === null ? null : strip}
        {coins ? (
          <SideCoins
            own={own}
            {...coins}
            lot={`${own ? 'A' : 'B'}${rows.length + 1}`}
            isLoose={isLoose && coins.mark !== 'gone'}
          />
        ) : null}
        {at === null ? strip : null}
      </div>
      <div className="fold">
        <div className="fold-in">{fold}</div>
      </div>
    </div>
  )
}

/** Below this many NFTs there is a place for another one. On a row of its own it would only lengthen the table. */
const openPlaces = 6
const printsInRow = 3

function Things({ side, nfts, rows, moved, edit }: TableSideProps & { readonly rows: readonly SideRow[] }): ReactNode {
  const messages = useMessages()
  const phone = useMedia(phoneQuery)
  const own = side === 'own'
  const shown = useDescribed(rows.map(({ nft }) => nft))
  const movedWords = (nft: Nft) => moved.find((one) => nftKey(one.nft) === nftKey(nft))?.words
  if (phone) {
    return (
      <ul className="item-rows">
        {shown.map((nft, at) => {
          const { lot = '', mark = null } = rows[at] ?? {}
          const warning = movedWords(nft)
          return (
            <ItemRow
              key={nftKey(nft)}
              {...toNftView(nft, messages.noImage)}
              lot={lot}
              className={mark ? `row-${mark}` : ''}
              extra={
                <>
                  {edit && mark !== 'gone' ? <TakeBack nft={nft} onRemove={edit.onRemove} /> : null}
                  {warning ? (
                    <span className="row-moved">
                      <Icon name="warning" />
                      {warning}
                    </span>
                  ) : null}
                </>
              }
            />
          )
        })}
      </ul>
    )
  }
  const laid = rows.length
  const isOpen = edit !== null && laid < openPlaces && (laid === 0 || laid % printsInRow > 0)
  return (
    <ul className={nfts.length > openPlaces ? 'prints prints-many' : 'prints'}>
      {shown.map((nft, at) => {
        const { lot = '', mark = null } = rows[at] ?? {}
        const warning = movedWords(nft)
        return (
          <Print
            key={nftKey(nft)}
            {...toNftView(nft, messages.noImage)}
            lot={lot}
            className={mark ? `print-${mark}` : ''}
            {...(warning && { tag: { icon: 'warning' as const, tone: 'warn' as const, words: warning } })}
            {...(edit &&
              mark !== 'gone' && {
                remove: { label: words.takeBack(nameOf(nft)), onRemove: () => edit.onRemove(nft) },
              })}
          />
        )
      })}
      {isOpen ? (
        <li className="print-place-item">
          <button type="button" className="print-place" onClick={edit.onPick}>
            {own
              ? nfts.length > 0
                ? words.layAnother
                : words.layDown
              : nfts.length > 0
                ? words.askMore
                : words.askFor}
          </button>
        </li>
      ) : null}
    </ul>
  )
}

function nameOf(nft: HeldNft): string {
  return `${shownName(nft)} ${idOf(nft)}`
}

function TakeBack({ nft, onRemove }: { nft: HeldNft; onRemove: (nft: Nft) => void }): ReactNode {
  return (
    <Button className="row-remove" look="quiet" icon="close" onClick={() => onRemove(nft)}>
      <span className="unseen">{words.takeBack(nameOf(nft))}</span>
    </Button>
  )
}

interface SideCoinsProps {
  readonly own: boolean
  readonly wei: bigint
  readonly lot: string
  readonly mark: RowMark | null
  /** No offer with them has been made, and the table is open. */
  readonly isLoose: boolean
}

function SideCoins({ own, wei, lot, mark, isLoose }: SideCoinsProps): ReactNode {
  return (
    <div className={mark ? `table-coins table-coins-${mark}` : 'table-coins'}>
      <CoinStack />
      <div>
        <span className="table-coins-sum num" aria-label={coinText(wei)}>
          {formatEther(wei)} <i>{coinSymbol}</i>
        </span>
        {isLoose ? <small>{own ? words.inYourWallet : words.inTheirWallet}</small> : null}
      </div>
      <i className="lot num">{lot}</i>
    </div>
  )
}

/** Round and straight on the linoleum: no picture of an NFT can pass for money. */
function CoinStack({ count = 3 }: { readonly count?: 1 | 3 }): ReactNode {
  return (
    <span className="coin-stack" aria-hidden="true">
      {Array.from({ length: count }, (_, at) => (
        <svg key={at} viewBox="0 0 50 50">
          <circle className="coin-rim" cx="25" cy="25" r="24" />
          <circle className="coin-teeth" cx="25" cy="25" r="21.4" />
          <circle className="coin-face" cx="25" cy="25" r="18.6" />
          {petals.map((angle) => (
            <ellipse
              key={angle}
              className="coin-petal"
              cx="25"
              cy="14.2"
              rx="3.7"
              ry="7.4"
              transform={`rotate(${angle} 25 25)`}
            />
          ))}
          <circle className="coin-heart" cx="25" cy="25" r="5.6" />
        </svg>
      ))}
    </span>
  )
}

const petals = Array.from({ length: 12 }, (_, at) => at * 30)

interface ChangeStripProps {
  readonly title: string
  readonly text: string
  /** Which of the side's prints it points at; null for none of them. */
  readonly at: number | null
}

/** A strip below the side that has just changed. Its small clock runs out together with the mark. */
function ChangeStrip({ title, text, at }: ChangeStripProps): ReactNode {
  return (
    <div className={`change-strip change-strip-at-${at === null ? 'none' : at % printsInRow}`}>
      <div>
        <b>{title}</b>
        <small>{text}</small>
      </div>
      <svg className="change-clock" viewBox="0 0 26 26" aria-hidden="true">
        <circle cx="13" cy="13" r="10.5" />
        <circle className="change-clock-left" cx="13" cy="13" r="10.5" pathLength="100" />
      </svg>
    </div>
  )
}
