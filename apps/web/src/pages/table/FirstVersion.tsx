import {
  type Address,
  isComplete,
  type Offer,
  otherSeat,
  sameAddress,
  sameDeal,
  type Seat,
  type TableDeal,
} from '@parley/domain'
import { dealFromWire, noteSchema, type WireTable } from '@parley/protocol'
import { useEffect, useRef, useState, type ReactNode } from 'react'
import { usePortal } from '../../services/Portal.ts'
import { useSession } from '../../services/Session.ts'
import { recheckSession } from '../../services/signIn.ts'
import { type TableDraft, tabDrafts } from '../../services/tableDrafts.ts'
import { createTableLine, type MoveFailure, seatOf } from '../../services/tableLine.ts'
import { openNewTable } from '../../services/tableStore.ts'
import { useWho } from '../../services/useWho.ts'
import { tablePageText as words, tableSlipText } from '../../text/table.lazy.ts'
import { useRestoreFocus } from '../../ui/focus.ts'
import { lazyOnIdle } from '../../ui/lazy.ts'
import { navigate } from '../../ui/navigation.ts'
import { NoteField } from '../agreement/NoteField.tsx'
import { nextStep } from './nextStep.ts'
import { TableBoard, withCoins, withToggledNft } from './TableBoard.tsx'
import { TableActs, TableHead } from './TableHead.tsx'
import { MoveProblem } from './TableNews.tsx'
import { type RefusedPart, tellingRefused } from './refusedPart.ts'
import { useMoved } from './useMoved.ts'
import type { TablePicker } from './TablePickers.lazy.tsx'

const ContractNotice = lazyOnIdle(async () => ({
  default: (await import('../../features/contacts/contactParts.lazy.ts')).ContractNotice,
}))
const TablePickers = lazyOnIdle(() => import('./TablePickers.lazy.tsx'))

/** In a table's address: the two had it open already. */
export const metSearch = 'met'

/** Who opens a table proposes its first version. */
export const me: Seat = 'opener'

export function isBare({ opener, guest }: TableDeal): boolean {
  return opener.nfts.length + guest.nfts.length === 0 && opener.wei + guest.wei === 0n
}

interface FirstVersionProps {
  readonly viewer: Address
  readonly other: Address
  readonly start: TableDeal
  /** The offer in escrow that the table will counter. */
  readonly counters: Offer | null
  /** Under this name the terms outlive a reload. */
  readonly draftId: string
}

/** The first version of a table, or the first counter to an offer. Only the viewer sees it until they propose it. */
export function FirstVersion({ viewer, other, start, counters, draftId }: FirstVersionProps): ReactNode {
  const { key } = usePortal()
  const { queries } = useSession()
  const [first] = useState((): TableDraft => tabDrafts.read(viewer, draftId) ?? { base: 0, deal: start, note: '' })
  const [draft, setDraft] = useState(first)
  useEffect(() => {
    if (draft !== first) tabDrafts.write(viewer, draftId, draft)
  }, [draft, first, viewer, draftId])
  const { deal, note } = draft
  const setDeal = (change: (deal: TableDeal) => TableDeal): void =>
    setDraft((now) => ({ ...now, deal: change(now.deal) }))
  const setNote = (text: string): void => setDraft((now) => ({ ...now, note: text }))
  const board = useRef<HTMLDivElement>(null)
  useRestoreFocus(board)
  const [picker, setPicker] = useState<TablePicker | null>(null)
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<MoveFailure | null>(null)
  const [refused, setRefused] = useState<RefusedPart | null>(null)
  const [line] = useState(() => tellingRefused(createTableLine(''), setRefused))
  const who = useWho(other)
  const propose = async (): Promise<void> => {
    setBusy(true)
    setProblem(null)
    const place = { ...(key !== 'general' && { portal: key }), ...(counters && { counters: counters.id }) }
    const opened = await openNewTable(line, viewer, { with: other, ...place, deal, note, isReady: isComplete(deal) })
    setBusy(false)
    if ('failure' in opened) {
      setProblem(opened.failure)
      if (opened.failure === 'signed-out' || opened.failure === 'other-wallet') recheckSession(queries)
    } else {
      if (keepForOpenOne(viewer, opened.table, draft)) tabDrafts.write(viewer, draftId, null)
      navigate(openedPath(opened.table, { viewer, deal, portal: key }), { replace: true })
    }
  }
  const seatOfSide = (side: 'own' | 'other'): Seat => (side === 'own' ? me : otherSeat(me))
  const isSame = counters !== null && sameDeal(deal, start)
  const isEmpty = isBare(deal)
  const moved = useMoved(deal, { me, seats: { opener: viewer, guest: other }, offers: [counters] })
  return (
    <>
      <TableHead
        title={words.newTitle(who)}
        address={other}
        presence={
          <>
            <p className="table-presence">{words.nothingBinds}</p>
            <ContractNotice address={other} />
          </>
        }
        acts={<TableActs address={other} link={null} onLeave={null} />}
      />
      {problem ? (
        <MoveProblem problem={problem} refused={refused} me={me} who={who} onClose={() => setProblem(null)} />
      ) : null}
      <div ref={board} className="table-place" tabIndex={-1}>
        <TableBoard
          me={me}
          seats={{ opener: viewer, guest: other }}
          who={who}
          locker={counters && !sameAddress(counters.creator, viewer) ? otherSeat(me) : me}
          deal={deal}
          title={tableSlipText.version(counters ? 2 : 1)}
          note={tableSlipText.draft}
          says={null}
          news={<NoteField label={tableSlipText.note} place={tableSlipText.notePlace} text={note} onText={setNote} />}
          cost={null}
          lockIn={null}
          recent={null}
          moved={moved}
          ticks={{ mine: 'open', theirs: 'away' }}
          step={
            isEmpty || isSame
              ? {
                  primary: { label: tableSlipText.propose, act: null },
                  also: [],
                  fine: isSame ? tableSlipText.sameFine : tableSlipText.incompleteFine,
                }
              : nextStep({ phase: 'draft', me, who, table: null })
          }
          busy={busy}
          onEdit={setDeal}
          onMinutes={(durationMinutes) => setDeal((now) => ({ ...now, durationMinutes }))}
          onAsk={setPicker}
          onAct={() => void propose()}
          ownHint={words.keptHere(who)}
          voice={null}
        />
      </div>
      <TablePickers
        open={picker}
        onClose={() => setPicker(null)}
        viewer={viewer}
        other={other}
        who={who}
        own={deal.opener}
        theirs={deal.guest}
        shelves={{ own: 'offered', other: 'requested' }}
        counters={counters?.id ?? null}
        problem={null}
        onToggle={(side, nft) => setDeal((now) => withToggledNft(now, seatOfSide(side), nft))}
        onCoins={(side, wei) => setDeal((now) => withCoins(now, seatOfSide(side), wei))}
      />
    </>
  )
}

/**
 * Keeps what was typed at the table that the two have open already.
 *
 * @returns whether it is there now, or sent; not, where that table has a draft already, which stays.
 */
function keepForOpenOne(
  viewer: Address,
  { tableId, version, log, ...seats }: WireTable,
  { deal: { opener, guest, ...rest }, note }: TableDraft,
): boolean {
  const seat = seatOf(seats, viewer)
  const deal = seat === me ? { opener, guest, ...rest } : { opener: guest, guest: opener, ...rest }
  const words = noteSchema.parse(note)
  if (sameDeal(deal, dealFromWire(version.deal))) {
    const isSaid =
      words === '' || log.some((entry) => entry.kind === 'version' && entry.by === seat && entry.note === words)
    // Those terms are there: the words can still be said.
    const typed = tabDrafts.readWords(viewer, tableId)
    if (!isSaid) tabDrafts.writeWords(viewer, tableId, typed === '' ? note : `${typed} ${note}`)
    return true
  }
  if (tabDrafts.read(viewer, tableId)) return false
  tabDrafts.write(viewer, tableId, { base: version.number, deal, note })
  return true
}

/** The opened table. A pair has one at a time. Its address says whether the terms or the portal differ from what was proposed here. */
function openedPath(
  { tableId, version, portal, ...seats }: WireTable,
  here: { readonly viewer: Address; readonly deal: TableDeal; readonly portal: string },
): string {
  const isTheirs = seatOf(seats, here.viewer) !== me || !sameDeal(here.deal, dealFromWire(version.deal))
  const isElsewhere = (portal ?? 'general') !== here.portal
  return `/table/${tableId}${isTheirs || isElsewhere ? `?${metSearch}${isElsewhere ? '=elsewhere' : ''}` : ''}`
}
