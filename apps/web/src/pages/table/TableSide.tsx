import { coinText, coinSymbol, type Nft, nftKey, type SideChanges } from '@parley/domain'
import type { ReactNode } from 'react'
import { formatEther } from 'viem/utils'
import { useDescribed } from '../../features/offers/useDescribed.ts'
import type { HeldNft } from '../../services/drafts.ts'
import { idOf, shownName, toNftView } from '../../services/nftView.ts'
import { useMessages } from '../../services/Portal.ts'
import { tablePageText as words } from '../../text/table.lazy.ts'
import { Button } from '../../ui/Button.tsx'
import { ItemRow } from '../../ui/ItemRow.tsx'
import { Print } from '../../ui/Print.tsx'
import { phoneQuery, useMedia } from '../../ui/useMedia.ts'

export interface TableSideProps {
  /** `own`: what the viewer gives, on the left. */
  readonly side: 'own' | 'other'
  /** 'You give' or 'You gave'. */
  readonly title: string
  readonly who: string
  readonly nfts: readonly Nft[]
  readonly wei: bigint
  /** What the other has just changed on this side. */
  readonly recent: SideChanges | null
  /** Under the things that it is about. */
  readonly strip: ReactNode
  /** Actions, below the rule. */
  readonly fold: ReactNode
  readonly edit: { readonly onPick: () => void; readonly onRemove: (nft: Nft) => void } | null
}

/** One side of the table: prints, coins, and what has just changed. */
export function TableSide(props: TableSideProps): ReactNode {
  const { side, who, nfts, wei, recent, strip, fold, edit } = props
  const own = side === 'own'
  const count = words.nftsAndCoins(nfts.length, wei > 0n)
  return (
    <div className={`side side-${own ? 'left' : 'right'}`}>
      <div className="table-things">
        <div className="side-head">
          <h2>{props.title}</h2>
          <span className="num">{own || nfts.length === 0 ? count : words.from(count, who)}</span>
        </div>
        <Things {...props} />
        {wei > 0n ? (
          <SideCoins
            own={own}
            wei={wei}
            lot={`${own ? 'A' : 'B'}${nfts.length + 1}`}
            isNew={(recent?.wei ?? null) !== null}
            isLoose={edit !== null}
          />
        ) : null}
        {strip}
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

function Things({ side, nfts, recent, edit }: TableSideProps): ReactNode {
  const messages = useMessages()
  const phone = useMedia(phoneQuery)
  const own = side === 'own'
  const gone = recent?.removed ?? []
  const replaced = recent?.replaced ?? []
  const shown = useDescribed(nfts)
  const ghosts = useDescribed([...gone, ...replaced.map(({ before }) => before)])
  const fresh = new Set([...(recent?.added ?? []), ...replaced.map(({ after }) => after)].map(nftKey))
  const lot = (at: number): string => `${own ? 'A' : 'B'}${at + 1}`
  if (phone) {
    return (
      <ul className="item-rows">
        {shown.map((nft, at) => (
          <ItemRow
            key={nftKey(nft)}
            {...toNftView(nft, messages.noImage)}
            lot={lot(at)}
            className={fresh.has(nftKey(nft)) ? 'row-new' : ''}
            extra={edit ? <TakeBack nft={nft} onRemove={edit.onRemove} /> : null}
          />
        ))}
        {ghosts.map((nft) => (
          <ItemRow key={`gone ${nftKey(nft)}`} {...toNftView(nft, messages.noImage)} lot="" className="row-gone" />
        ))}
      </ul>
    )
  }
  const laid = nfts.length + ghosts.length
  const isOpen = edit !== null && laid < openPlaces && (laid === 0 || laid % printsInRow > 0)
  return (
    <ul className={nfts.length > openPlaces ? 'prints prints-many' : 'prints'}>
      {shown.map((nft, at) => (
        <Print
          key={nftKey(nft)}
          {...toNftView(nft, messages.noImage)}
          lot={lot(at)}
          className={fresh.has(nftKey(nft)) ? 'print-new' : ''}
          {...(edit && {
            remove: { label: words.takeBack(nameOf(nft)), onRemove: () => edit.onRemove(nft) },
          })}
        />
      ))}
      {ghosts.map((nft) => (
        <Print key={`gone ${nftKey(nft)}`} {...toNftView(nft, messages.noImage)} className="print-gone" />
      ))}
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
  readonly isNew: boolean
  /** No offer with them has been made, and the table is open. */
  readonly isLoose: boolean
}

function SideCoins({ own, wei, lot, isNew, isLoose }: SideCoinsProps): ReactNode {
  return (
    <div className={isNew ? 'table-coins table-coins-new' : 'table-coins'}>
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
  /** Which of the side's prints it is about. */
  readonly at: number
}

/** A strip below the side that has just changed. Its small clock runs out together with the mark. */
export function ChangeStrip({ title, text, at }: ChangeStripProps): ReactNode {
  return (
    <div className={`change-strip change-strip-at-${at % printsInRow}`}>
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
