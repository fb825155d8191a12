import {
  type Address,
  dealOfOffer,
  defaultDurationMinutes,
  type DurationMinutes,
  isComplete,
  type Nft,
  type Offer,
  otherSeat,
  readCoins,
  sameAddress,
  sameDeal,
  type Seat,
  type TableDeal,
} from '@parley/domain'
import { dealFromWire, type WireTable } from '@parley/protocol'
import { useEffect, useState, type ReactNode } from 'react'
import { useStore } from 'zustand'
import { useOffer } from '../../features/offers/useOffer.ts'
import { collectionsOn, usePortal } from '../../services/Portal.ts'
import { useSession } from '../../services/Session.ts'
import { tabDrafts } from '../../services/tableDrafts.ts'
import { createTableLine, type MoveFailure, seatOf } from '../../services/tableLine.ts'
import { readTableLink } from '../../services/tableLink.ts'
import { people } from '../../services/people.tsx'
import { useIsComparable } from '../../services/useIsComparable.ts'
import { useWho } from '../../services/useWho.ts'
import { openNewTable } from '../../services/tableStore.ts'
import { readRecipient } from '../../services/drafts.ts'
import { tablePageText as words, tableProblemText, tableSlipText } from '../../text/table.lazy.ts'
import { importOnce, lazyOnIdle } from '../../ui/lazy.ts'
import { navigate } from '../../ui/navigation.ts'
import { NoteField } from '../agreement/NoteField.tsx'
import { nextStep } from './nextStep.ts'
import { TableBoard, withCoins, withToggledNft } from './TableBoard.tsx'
import { BackToTables, NoTable, TableHead } from './TableHead.tsx'
import { MoveProblem } from './TableNews.tsx'
import type { TablePicker } from './TablePickers.lazy.tsx'

const contactParts = importOnce(() => import('../../features/contacts/contactParts.lazy.ts'))
const LookAlikeStop = lazyOnIdle(async () => ({ default: (await contactParts()).LookAlikeStop }))
const ContractNotice = lazyOnIdle(async () => ({ default: (await contactParts()).ContractNotice }))
const TablePickers = lazyOnIdle(() => import('./TablePickers.lazy.tsx'))
const line = createTableLine('')

/** A table that only the viewer sees, until they propose its first version. */
export function NewTable({ viewer, search }: { viewer: Address; search: string }): ReactNode {
  const counters = new URLSearchParams(search).get('counters')
  return counters === null ? (
    <LinkedTable viewer={viewer} search={search} />
  ) : (
    <CounterTable viewer={viewer} idText={counters} draftId={`new${search}`} />
  )
}

/** What a link lays on it: the words of a link to the swap page, and `pay` and `ask` for coins. */
function LinkedTable({ viewer, search }: { viewer: Address; search: string }): ReactNode {
  const { config } = useSession()
  const portal = usePortal()
  const [start] = useState(() => {
    const query = new URLSearchParams(search)
    const reading = readTableLink(search, {
      own: collectionsOn(portal, 'offered', config.collections),
      friend: collectionsOn(portal, 'requested', config.collections),
    })
    const link = 'link' in reading ? reading.link : null
    const deal: TableDeal = {
      opener: { nfts: (link?.give ?? []).map(bare), wei: coinsIn(query.get('pay')) },
      guest: { nfts: (link?.want ?? []).map(bare), wei: coinsIn(query.get('ask')) },
      durationMinutes: minutesIn(query.get('minutes'), portal.durations),
    }
    return { deal, recipient: readRecipient(query.get('to') ?? '', viewer, config) }
  })
  const { recipient, deal } = start
  if ('problem' in recipient) return <NoTable title={tableProblemText.notFound} text={tableProblemText.badAddress} />
  return (
    <AddressGate viewer={viewer} address={recipient.address}>
      <FirstVersion viewer={viewer} other={recipient.address} start={deal} counters={null} draftId={`new${search}`} />
    </AddressGate>
  )
}

/** Shows no board for burn addresses, nor for look-alikes before both addresses are compared (decision I5). */
function AddressGate(props: { viewer: Address; address: Address; children: ReactNode }): ReactNode {
  const { viewer, address, children } = props
  const held = useStore(people, (now) => now.holds(address))
  const isComparable = useIsComparable(viewer)
  if (held === 'invalid') return <NoTable title={tableProblemText.notFound} text={tableProblemText.badAddress} />
  if (held === 'stopped') {
    return (
      <div className="no-offer">
        <BackToTables />
        <LookAlikeStop level="h1" address={address} onKnown={(known) => navigate(`/table/new?to=${known}`)} />
      </div>
    )
  }
  if (isComparable) return children
  return (
    <p className="setting" role="status">
      {words.loading}
    </p>
  )
}

/** The terms of an offer in escrow, to be changed (decision N4). */
function CounterTable({ viewer, idText, draftId }: { viewer: Address; idText: string; draftId: string }): ReactNode {
  const { offer, status, refresh } = useOffer(idText)
  const other = offer && partyBeside(offer, viewer)
  if (offer && other) {
    const creator: Seat = other.isCreator ? otherSeat(me) : me
    const start = dealOfOffer(offer, creator)
    return <FirstVersion viewer={viewer} other={other.address} start={start} counters={offer} draftId={draftId} />
  }
  if (status === 'loading') {
    return (
      <p className="setting" role="status">
        {words.loading}
      </p>
    )
  }
  const isFailed = status === 'failed'
  return (
    <NoTable
      title={isFailed ? tableProblemText.failed : tableProblemText.notFound}
      text={isFailed ? tableProblemText.failedText : tableProblemText.badOffer}
      {...(isFailed && { onRetry: () => void refresh() })}
    />
  )
}

function partyBeside({ creator, recipient }: Offer, viewer: Address) {
  if (sameAddress(creator, viewer)) return { address: recipient, isCreator: false }
  return sameAddress(recipient, viewer) ? { address: creator, isCreator: true } : null
}

function coinsIn(text: string | null): bigint {
  const coins = readCoins(text ?? '')
  return 'wei' in coins ? coins.wei : 0n
}

function minutesIn(text: string | null, durations: readonly DurationMinutes[]): DurationMinutes {
  const asked = durations.find((minutes) => String(minutes) === text)
  if (asked !== undefined) return asked
  return durations.includes(defaultDurationMinutes) ? defaultDurationMinutes : (durations[0] ?? defaultDurationMinutes)
}

function bare({ contract, tokenId }: Nft): Nft {
  return { contract, tokenId }
}

const me: Seat = 'opener'

interface FirstVersionProps {
  readonly viewer: Address
  readonly other: Address
  readonly start: TableDeal
  /** The offer in escrow that the table will counter. */
  readonly counters: Offer | null
  /** Under this name the terms outlive a reload. */
  readonly draftId: string
}

function FirstVersion({ viewer, other, start, counters, draftId }: FirstVersionProps): ReactNode {
  const { key } = usePortal()
  const [first] = useState(() => tabDrafts.read(viewer, draftId)?.deal ?? start)
  const [deal, setDeal] = useState(first)
  useEffect(() => {
    if (deal !== first) tabDrafts.write(viewer, draftId, { base: 0, deal })
  }, [deal, first, viewer, draftId])
  const [note, setNote] = useState('')
  const [picker, setPicker] = useState<TablePicker | null>(null)
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<MoveFailure | null>(null)
  const who = useWho(other)
  const propose = async (): Promise<void> => {
    setBusy(true)
    setProblem(null)
    const place = { ...(key !== 'general' && { portal: key }), ...(counters && { counters: counters.id }) }
    const opened = await openNewTable(line, viewer, { with: other, ...place, deal, note, isReady: isComplete(deal) })
    setBusy(false)
    if ('failure' in opened) setProblem(opened.failure)
    else {
      tabDrafts.write(viewer, draftId, null)
      keepForOpenOne(viewer, opened.table, deal)
      navigate(`/table/${opened.table.tableId}`, { replace: true })
    }
  }
  const seatOfSide = (side: 'own' | 'other'): Seat => (side === 'own' ? me : otherSeat(me))
  const isSame = counters !== null && sameDeal(deal, start)
  const isEmpty = deal.opener.nfts.length + deal.guest.nfts.length === 0 && deal.opener.wei + deal.guest.wei === 0n
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
        link={null}
        onLeave={null}
      />
      {problem ? <MoveProblem problem={problem} onClose={() => setProblem(null)} /> : null}
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
        onMinutes={(durationMinutes) => setDeal({ ...deal, durationMinutes })}
        onAsk={setPicker}
        onAct={() => void propose()}
        ownHint={words.keptHere(who)}
        voice={null}
      />
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
        onToggle={(side, nft) => setDeal((now) => withToggledNft(now, seatOfSide(side), nft))}
        onCoins={(side, wei) => setDeal((now) => withCoins(now, seatOfSide(side), wei))}
      />
    </>
  )
}

/** Keeps these terms as a draft of the table that the two have open already. */
function keepForOpenOne(
  viewer: Address,
  { tableId, version, ...seats }: WireTable,
  { opener, guest, ...rest }: TableDeal,
): void {
  const deal = seatOf(seats, viewer) === me ? { opener, guest, ...rest } : { opener: guest, guest: opener, ...rest }
  if (!sameDeal(deal, dealFromWire(version.deal))) tabDrafts.write(viewer, tableId, { base: version.number, deal })
}
