import {
  type DurationMinutes,
  maxNftsPerSide,
  type Nft,
  nftKey,
  otherSeat,
  type Seat,
  type TableDeal,
} from '@parley/domain'
import type { ReactNode } from 'react'
import { tablePageText as words, tableSlipText } from '../../text/table.lazy.ts'
import { useSession } from '../../services/Session.ts'
import { shorten } from '../../ui/Address.tsx'
import { Button } from '../../ui/Button.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { lazyOnIdle } from '../../ui/lazy.ts'
import { TableTop } from '../../ui/TableTop.tsx'
import { phoneQuery, scrollBehavior, useMedia } from '../../ui/useMedia.ts'
import { changeSentence } from './changeWords.ts'
import type { NextStep, StepButton, TableAct } from './nextStep.ts'
import type { TablePicker } from './TablePickers.lazy.tsx'
import { recentSide } from './sideRows.ts'
import { TableSide } from './TableSide.tsx'
import { TableSlip } from './TableSlip.tsx'
import { type TablePeople, useMark } from './TableTalk.tsx'
import type { TickState } from './tablePhase.ts'
import type { RecentChange } from './useLiveTable.ts'
import type { MovedNft } from './useMoved.ts'
import './TablePage.css'

const DealContext = lazyOnIdle(() => import('../../features/context/DealContext.lazy.tsx'))

export interface TableBoardProps extends TablePeople {
  /** What lies on the table: the newest version, or what is being put together. */
  readonly deal: TableDeal
  readonly title: string
  readonly note: ReactNode
  readonly says: ReactNode
  readonly news: ReactNode
  readonly cost: ReactNode
  /** In place of the button, for the one who locks it in. */
  readonly lockIn: ReactNode
  readonly recent: RecentChange | null
  readonly moved: readonly MovedNft[]
  /** Null at a table that is over. */
  readonly ticks: { readonly mine: TickState; readonly theirs: TickState } | null
  readonly step: NextStep
  readonly busy: boolean
  /** The swap has happened. */
  readonly isSwapped?: boolean
  /** Changes the terms; null where they can't be changed any more. */
  /** Whose side an offer holds in escrow, though the deal can be changed. */
  readonly inEscrow?: Seat | null
  readonly onEdit: ((change: (deal: TableDeal) => TableDeal) => void) | null
  readonly onMinutes: ((minutes: DurationMinutes) => void) | null
  readonly onAsk: (picker: TablePicker) => void
  readonly onAct: (act: TableAct) => void
  /** Below your side: who sees a change, and when. */
  readonly ownHint: string
  /** Below their side. */
  readonly voice: ReactNode
}

/** The table: yours left, theirs right, the slip with version and ticks between them. */
export function TableBoard(props: TableBoardProps): ReactNode {
  const { me, seats, who, locker, deal, recent, step, busy, onEdit, onAsk, inEscrow = null } = props
  const phone = useMedia(phoneQuery)
  const other = otherSeat(me)
  const sides = props.isSwapped ? { own: words.gave, other: words.got } : { own: words.give, other: words.get }
  const mark = useMark(deal, { seats, locker })
  // The bar of a phone has no room for an address.
  const ticks = props.ticks && (
    <ReadyTicks who={phone && who === shorten(seats[other]) ? tableSlipText.they : who} {...props.ticks} />
  )
  const primary = step.primary && (
    <ActButton {...props} button={step.primary} look="stamp" working={busy && step.primary.act !== null} />
  )
  const { formatter } = useSession()
  const changeAt = (seat: Seat) =>
    recent && stripSeat(recent, me) === seat
      ? {
          title: changeSentence(recent.changes, other, { formatter, me, who }),
          text: tableSlipText.isVersion(recent.version, recent.cleared[me]),
          version: recent.version,
        }
      : null
  const edit = (side: 'own' | 'other', seat: Seat) =>
    onEdit && {
      onPick: () => onAsk({ kind: 'nfts', side }),
      onRemove: (nft: Nft) => onEdit((now) => withoutNft(now, seat, nft)),
    }
  return (
    <>
      <TableTop label={words.label} className="live-table">
        <TableSide
          side="own"
          title={sides.own}
          who={who}
          {...deal[me]}
          moved={props.moved}
          recent={recentSide(recent, me)}
          change={changeAt(me)}
          edit={edit('own', me)}
          isLoose={onEdit !== null && inEscrow !== me}
          fold={
            onEdit ? (
              <>
                <div className="row table-acts">
                  <Button sentence onClick={() => onAsk({ kind: 'nfts', side: 'own' })}>
                    {words.layDown}
                  </Button>
                  <Button sentence onClick={() => onAsk({ kind: 'coins', side: 'own' })}>
                    {deal[me].wei > 0n ? words.changeCoins : words.addCoins}
                  </Button>
                </div>
                <p className="fold-hint">{props.ownHint}</p>
              </>
            ) : null
          }
        />
        <TableSlip
          title={props.title}
          note={props.note}
          mark={mark}
          deal={deal}
          sides={sides}
          me={me}
          says={props.says}
          recent={recent}
          onMinutes={props.onMinutes}
          cost={props.cost}
          news={props.news}
          ticks={phone ? null : ticks}
          stub={
            <>
              {props.lockIn ?? (phone ? null : primary)}
              {step.also.length > 0 ? (
                <div className="step-also">
                  {step.also.map((button) => (
                    <ActButton key={button.label} {...props} button={button} look="outline" />
                  ))}
                </div>
              ) : null}
              {step.fine ? <p className="slip-fine">{step.fine}</p> : null}
            </>
          }
        />
        <TableSide
          side="other"
          title={sides.other}
          who={who}
          {...deal[other]}
          moved={props.moved}
          recent={recentSide(recent, other)}
          change={changeAt(other)}
          edit={edit('other', other)}
          isLoose={onEdit !== null && inEscrow !== other}
          fold={
            <>
              {onEdit ? (
                <div className="row table-acts table-asks">
                  <Button sentence onClick={() => onAsk({ kind: 'nfts', side: 'other' })}>
                    {deal[other].nfts.length > 0 ? words.askMore : words.askFor}
                  </Button>
                  <Button sentence onClick={() => onAsk({ kind: 'coins', side: 'other' })}>
                    {deal[other].wei > 0n ? words.changeTheirCoins : words.askCoins}
                  </Button>
                </div>
              ) : null}
              {props.voice}
            </>
          }
        />
      </TableTop>
      <DealContext gives={deal[me].nfts} gets={deal[other].nfts} />
      {phone ? (
        <div className="table-bar">
          {ticks}
          {primary}
        </div>
      ) : null}
    </>
  )
}

interface ReadyTicksProps {
  readonly who: string
  readonly mine: TickState
  readonly theirs: TickState
}

/** Both ready ticks on the table's axis, yours left. Always with the word. */
function ReadyTicks({ who, mine, theirs }: ReadyTicksProps): ReactNode {
  return (
    <div className="ready-ticks">
      <Tick name={tableSlipText.you} state={mine} />
      <Tick name={who} state={theirs} />
    </div>
  )
}

function Tick({ name, state }: { name: string; state: TickState }): ReactNode {
  return (
    <div className={`ready-tick ready-tick-${state}`}>
      <span className="ready-ring" aria-hidden="true">
        <Icon name="check" />
      </span>
      <span>
        <b>{name}</b> <small>{tableSlipText.ticks[state]}</small>
      </span>
    </div>
  )
}

type ActButtonProps = Pick<TableBoardProps, 'onAct'> & {
  readonly button: StepButton
  readonly look: 'stamp' | 'outline'
  readonly working?: boolean
}

/** A button that rests stays where it is, and says why. */
function ActButton({ button: { label, act }, look, working = false, onAct }: ActButtonProps): ReactNode {
  return act ? (
    <Button look={look} sentence working={working} onClick={() => onAct(act)}>
      {label}
    </Button>
  ) : (
    <Button className="btn-rest" sentence aria-disabled>
      {label}
    </Button>
  )
}

/** The side that tells what the other has just changed: yours if nothing on theirs has. */
function stripSeat({ changes }: RecentChange, me: Seat): Seat {
  const { added, removed, replaced, wei } = changes[me]
  const isMine = added.length + removed.length + replaced.length > 0 || wei !== null
  const theirs = changes[otherSeat(me)]
  const isTheirs = theirs.added.length + theirs.removed.length + theirs.replaced.length > 0 || theirs.wei !== null
  return isMine && !isTheirs ? me : otherSeat(me)
}

/** The same deal without an NFT on a side. */
export function withoutNft(deal: TableDeal, seat: Seat, nft: Nft): TableDeal {
  const side = deal[seat]
  return { ...deal, [seat]: { ...side, nfts: side.nfts.filter((one) => nftKey(one) !== nftKey(nft)) } }
}

/** The same deal with an NFT more, or without it if it is there. A full side stays as it is. */
export function withToggledNft(deal: TableDeal, seat: Seat, nft: Nft): TableDeal {
  const side = deal[seat]
  if (side.nfts.some((one) => nftKey(one) === nftKey(nft))) return withoutNft(deal, seat, nft)
  if (side.nfts.length >= maxNftsPerSide) return deal
  const { contract, tokenId } = nft
  return { ...deal, [seat]: { ...side, nfts: [...side.nfts, { contract, tokenId }] } }
}

export function withCoins(deal: TableDeal, seat: Seat, wei: bigint): TableDeal {
  return { ...deal, [seat]: { ...deal[seat], wei } }
}

/** Leads from a phone's bar to the stub for locking in, which has approvals and cost as well. */
export function seekSlip(): void {
  const stub = document.querySelector<HTMLElement>('.live-table .slip-stub')
  stub?.scrollIntoView({ block: 'center', behavior: scrollBehavior() })
  stub?.querySelector<HTMLElement>('button')?.focus({ preventScroll: true })
}
