import { type Address, isComplete, otherSeat, type Seat, type TableDeal } from '@parley/domain'
import { dealFromWire, type WireTable } from '@parley/protocol'
import type { QueryClient } from '@tanstack/react-query'
import { useRef, useState, type ReactNode } from 'react'
import { SignInCard } from '../../features/wallet/SignInCard.tsx'
import { useChainTimeS } from '../../services/chainTime.ts'
import { useSession } from '../../services/Session.ts'
import { useWho } from '../../services/useWho.ts'
import { tabDrafts } from '../../services/tableDrafts.ts'
import { heedSignedOut, memberApi } from '../../services/signIn.ts'
import { type MoveFailure, seatOf } from '../../services/tableLine.ts'
import { frameText } from '../../text/frame.ts'
import { tablePageText as words, tableProblemText, tableSlipText } from '../../text/table.lazy.ts'
import { shorten } from '../../ui/Address.tsx'
import { Button } from '../../ui/Button.tsx'
import { lazyOnIdle } from '../../ui/lazy.ts'
import { useRestoreFocus } from '../../ui/focus.ts'
import { Link } from '../../ui/Link.tsx'
import { navigate } from '../../ui/navigation.ts'
import { Note } from '../../ui/Note.tsx'
import { phoneQuery, useMedia } from '../../ui/useMedia.ts'
import { NoteField } from '../agreement/NoteField.tsx'
import { AtPortal } from './AtPortal.tsx'
import { changeSentence } from './changeWords.ts'
import { metSearch } from './FirstVersion.tsx'
import { nextStep, type TableAct } from './nextStep.ts'
import { seekSlip, TableBoard, withCoins, withToggledNft } from './TableBoard.tsx'
import { NoTable, Presence, TableActs, TableHead, TableVoice } from './TableHead.tsx'
import { byline, counteredWords, MovedNews, MoveProblem, News, NewsLink, noteOf, statusWords } from './TableNews.tsx'
import type { TablePicker } from './TablePickers.lazy.tsx'
import type { TableQuestion } from './TableQuestions.lazy.tsx'
import { creatorOf, lockedBy, mayChange, tablePhase, tickState } from './tablePhase.ts'
import { SaySomething, TableLog, Words } from './TableTalk.tsx'
import { useMoved, useTableOffers } from './useMoved.ts'
import { useBlock } from './useBlock.ts'
import { type LiveTable, useLiveTable } from './useLiveTable.ts'

// Needed only once both are ready.
const LockInCost = lazyOnIdle(async () => ({ default: (await import('../agreement/LockIn.tsx')).LockInCost }))
const LockInStub = lazyOnIdle(async () => ({ default: (await import('../agreement/LockIn.tsx')).LockInStub }))
const DifferingOffer = lazyOnIdle(() => import('../agreement/DifferingOffer.lazy.tsx'))
const TablePickers = lazyOnIdle(() => import('./TablePickers.lazy.tsx'))
const TableQuestions = lazyOnIdle(() => import('./TableQuestions.lazy.tsx'))

/** An existing table, for a wallet that is signed in. */
export function OpenTable({ viewer, tableId }: { viewer: Address; tableId: string }): ReactNode {
  const live = useLiveTable(viewer, tableId)
  const { access, table } = live
  const me = table && seatOf(table, viewer)
  if (access === 'signed-out' || access === 'other-wallet') return <SignInCard lead={tableProblemText.moves[access]} />
  if (access === 'not-found') {
    return <NoTable title={tableProblemText.notFound} text={tableProblemText.notFoundText(shorten(viewer))} />
  }
  if (table && me) {
    return (
      <AtPortal portalKey={table.portal}>
        <Seated live={live} table={table} me={me} viewer={viewer} />
      </AtPortal>
    )
  }
  if (access === 'failed') {
    return (
      <NoTable
        title={tableProblemText.failed}
        text={tableProblemText.failedText}
        onRetry={() => void live.actions.reload()}
      />
    )
  }
  return (
    <p className="setting" role="status">
      {words.loading}
    </p>
  )
}

interface SeatedProps {
  readonly live: LiveTable
  readonly table: WireTable
  readonly me: Seat
  readonly viewer: Address
}

function Seated({ live, table, me, viewer }: SeatedProps): ReactNode {
  const { actions, draft, recent, isResting, here, sending } = live
  const nowS = useChainTimeS()
  const [picker, setPicker] = useState<TablePicker | null>(null)
  const [question, setQuestion] = useState<TableQuestion | null>(null)
  // Pressed buttons go away with the step that they were for.
  const board = useRef<HTMLDivElement>(null)
  useRestoreFocus(board)
  const [met, setMet] = useState(() => new URLSearchParams(window.location.search).get(metSearch))
  const [problem, setProblem] = useState<MoveFailure | null>(null)
  const { formatter, queries } = useSession()
  const seats = { opener: table.opener, guest: table.guest }
  const reportId = `${table.tableId}-report`
  const other = otherSeat(me)
  const who = useWho(seats[other])
  const people = { me, seats, who, locker: creatorOf(table) }
  const newest = dealFromWire(table.version.deal)
  const phase = tablePhase({ table, me, draft, isResting, nowS })
  // The draft that the viewer looks away from, by its base.
  const [leftDraft, setLeftDraft] = useState<number | null>(null)
  const seesNewest = phase === 'stale' && leftDraft === draft?.base
  const deal = draft && mayChange(phase) && !seesNewest ? draft.deal : newest
  const tick = (seat: Seat) =>
    tickState(seat, { table, phase, here, me, cleared: recent?.cleared ?? { opener: false, guest: false } })
  const make = async (move: Promise<MoveFailure | null>): Promise<boolean> => {
    setProblem(null)
    const failure = await move
    setProblem(failure)
    return failure === null
  }
  const refusal = problem && (
    <MoveProblem {...people} problem={problem} refused={live.refused} onClose={() => setProblem(null)} />
  )
  const isLive = live.link === 'live' && here[other] && (table.state === 'proposed' || table.state === 'agreed')
  const edit = (change: (deal: TableDeal) => TableDeal): void => {
    if (draft || !isLive) actions.setDraft(change(deal))
    else void make(actions.change(change))
  }
  const send = async (base: number): Promise<void> => {
    if (!draft) return
    await make(actions.lay(draft.deal, { base, note: draft.note, isReady: isComplete(draft.deal) }))
  }
  const { number } = table.version
  const block = useBlock(viewer, seats[other], phase === 'closed' && table.closedBy === me)
  const run: Record<TableAct, () => void> = {
    propose: () => void send(number),
    'lay-on-top': () => void send(number),
    ready: () => void make(actions.tick(number, true)),
    unready: () => void make(actions.tick(number, false)),
    'see-newest': () => setLeftDraft(draft?.base ?? null),
    'see-mine': () => setLeftDraft(null),
    edit: () => actions.setDraft(newest),
    drop: () => actions.setDraft(null),
    decline: () => setQuestion({ kind: 'decline', version: number }),
    withdraw: () => setQuestion({ kind: 'withdraw', version: number }),
    lock: seekSlip,
    'let-them': () => void make(actions.pass(number, other)),
    'see-offer': () => table.lock && navigate(`/p2p/${table.lock.offerId}`),
    'new-table': () => navigate(newTablePath(seats[other], table.portal)),
    unblock: () => void make(block.unblock()),
  }
  const isOpen = mayChange(phase)
  const { countered, expired } = useTableOffers(table, isOpen)
  const whereabouts = useMoved(deal, { me, seats, offers: [countered, expired] })
  const moved = isOpen ? whereabouts : []
  const hasMoved = moved.length > 0
  const isOver = phase === 'closed' || phase === 'lapsed'
  // The server refuses every move at a table whose swap has settled.
  const isPast = isOver || phase === 'swapped'
  const phone = useMedia(phoneQuery)
  const link = new URL(`/table/${table.tableId}`, window.location.origin).href
  const acts = (
    <TableActs address={seats[other]} link={link} onLeave={isPast ? null : () => setQuestion({ kind: 'leave' })} />
  )
  const isDraft = phase === 'draft' || (phase === 'stale' && !seesNewest)
  const seatOfSide = (side: 'own' | 'other'): Seat => (side === 'own' ? me : other)
  return (
    <>
      <TableHead
        title={words.title(who)}
        address={seats[other]}
        presence={
          <Presence
            who={who}
            isHere={live.link === 'away' || phase === 'closed' ? null : here[other]}
            seenS={table.seen[other]}
            nowS={nowS}
            isBound={isOver || (table.lock !== null && table.lock.status !== 'cancelled')}
          />
        }
        acts={phone ? null : acts}
      />
      {live.link === 'away' ? <Note tone="warn">{words.offline}</Note> : null}
      {table.counters && isOpen ? (
        <Note tone="plain" action={<Link href={`/p2p/${table.counters}`}>{words.seeOffer}</Link>}>
          {countered ? counteredWords(countered, nowS) : words.countersOffer}
        </Note>
      ) : null}
      {phase === 'lock' || phase === 'their-lock' ? <DifferingOffer table={table} me={me} who={who} /> : null}
      {isOpen && met !== null ? (
        <Note
          tone="plain"
          action={
            <Button sentence onClick={() => setMet(null)}>
              {frameText.close}
            </Button>
          }
        >
          {words.met(draft !== null)} {met === 'elsewhere' ? words.metElsewhere(table.portal) : null}
        </Note>
      ) : null}
      {picker ? null : refusal}
      <p className="unseen" role="status">
        {recent
          ? `${changeSentence(recent.changes, other, { formatter, me, who })} ${tableSlipText.isVersion(recent.version, recent.cleared[me])}`
          : statusWords(table, { phase, other, who })}
      </p>
      <div ref={board} className="table-place" tabIndex={-1}>
        <TableBoard
          {...people}
          deal={deal}
          title={isDraft ? tableSlipText.draft : tableSlipText.version(number)}
          note={isDraft ? tableSlipText.notSent : byline(table, me, nowS)}
          says={isDraft ? null : <Words text={noteOf(table)} />}
          news={
            <>
              {isDraft && draft ? (
                <NoteField
                  label={tableSlipText.note}
                  place={tableSlipText.notePlace}
                  text={draft.note}
                  onText={actions.setNote}
                />
              ) : null}
              <News {...people} phase={phase} table={table} live={live} nowS={nowS} isBlocked={block.isBlocked} />
              {hasMoved ? <MovedNews moved={moved} /> : null}
              <NewsLink phase={phase} table={table} me={me} link={link} />
            </>
          }
          cost={phase === 'lock' ? <LockInCost table={table} mine={me} /> : null}
          lockIn={phase === 'lock' ? <LockInStub table={table} mine={me} other={who} /> : null}
          recent={isDraft ? null : recent}
          moved={moved}
          ticks={isOver ? null : { mine: tick(me), theirs: tick(other) }}
          step={nextStep({ phase, me, who, table, isBlocked: block.isBlocked, seesNewest, hasMoved })}
          busy={sending > 0}
          isSwapped={table.lock?.status === 'completed'}
          inEscrow={table.lock?.status === 'active' ? lockedBy(table) : null}
          onEdit={isOpen && !seesNewest ? edit : null}
          onMinutes={isDraft ? (durationMinutes) => actions.setDraft({ ...deal, durationMinutes }) : null}
          onAsk={setPicker}
          onAct={(act) => run[act]()}
          ownHint={isLive && !draft ? words.seenAtOnce(who) : words.keptHere(who)}
          voice={isPast ? null : <TableVoice who={who} other={seats[other]} tableId={table.tableId} />}
        />
      </div>
      <div className="table-talk">
        <TableLog log={table.log} nowS={nowS} {...people} />
        <SaySomething
          who={who}
          isOpen={!isPast}
          busy={sending > 0}
          kept={tabDrafts.readWords(viewer, table.tableId)}
          onType={(text) => tabDrafts.writeWords(viewer, table.tableId, text)}
          onSay={(text) => make(actions.say(text))}
        >
          {phone ? <div className="row table-acts-below">{acts}</div> : null}
          <div className="row table-trouble">
            {block.isBlocked ? null : (
              <Button look="quiet" sentence onClick={() => setQuestion({ kind: 'block' })}>
                {words.block(who)}
              </Button>
            )}
            <Button look="quiet" sentence onClick={() => setQuestion({ kind: 'report' })}>
              {words.report}
            </Button>
          </div>
        </SaySomething>
      </div>
      <TablePickers
        open={picker}
        onClose={() => setPicker(null)}
        viewer={viewer}
        other={seats[other]}
        who={who}
        own={deal[me]}
        theirs={deal[other]}
        shelves={me === 'opener' ? { own: 'offered', other: 'requested' } : { own: 'requested', other: 'offered' }}
        counters={table.counters}
        problem={refusal}
        onToggle={(side, nft) => edit((now) => withToggledNft(now, seatOfSide(side), nft))}
        onCoins={(side, wei) => edit((now) => withCoins(now, seatOfSide(side), wei))}
      />
      <TableQuestions
        open={question}
        onClose={() => setQuestion(null)}
        who={who}
        onDecline={(version, reason, text) => actions.decline(version, reason, text)}
        kept={tabDrafts.readWords(viewer, `${table.tableId}-decline`)}
        onType={(text) => tabDrafts.writeWords(viewer, `${table.tableId}-decline`, text)}
        onWithdraw={(version) => void make(actions.withdraw(version))}
        onLeave={() => void make(actions.leave())}
        onBlock={() => void make(block.block())}
        keptReport={tabDrafts.readWords(viewer, reportId)}
        onReport={(text) => reported(queries, { viewer, tableId: table.tableId, reportId }, text)}
      />
    </>
  )
}

/** The path of a new table with the other person, in the same portal. */
function newTablePath(to: Address, portal: string | null): string {
  return `/table/new?${new URLSearchParams({ to, ...(portal !== null && { portal }) })}`
}

/** @param place.reportId under this name the text outlives a new sign-in. */
async function reported(
  queries: QueryClient,
  { viewer, tableId, reportId }: { viewer: Address; tableId: string; reportId: string },
  text: string,
): Promise<string | null> {
  try {
    const taken = await memberApi.request('reportTable', { params: { tableId }, query: { as: viewer }, body: { text } })
    tabDrafts.writeWords(viewer, reportId, '')
    return taken.reportId
  } catch (error) {
    if (heedSignedOut(queries, error)) tabDrafts.writeWords(viewer, reportId, text)
    return null
  }
}
