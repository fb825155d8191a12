import { type Address, otherSeat } from '@parley/domain'
import { dealFromWire, type TableHead } from '@parley/protocol'
import { useEffect, useState, type ReactNode } from 'react'
import { useStore } from 'zustand'
import { ThumbnailStack } from '../../features/offers/OfferTicket.tsx'
import { useChainTimeS } from '../../services/chainTime.ts'
import { useWho } from '../../services/useWho.ts'
import { useSignIn } from '../../services/signIn.ts'
import { createTableLine, seatOf } from '../../services/tableLine.ts'
import { createTableList } from '../../services/tableList.ts'
import { frameText, pageNames } from '../../text/frame.ts'
import { signInText } from '../../text/signIn.lazy.ts'
import { tableListText as words } from '../../text/tableList.lazy.ts'
import { shorten } from '../../ui/Address.tsx'
import { Button, buttonClass } from '../../ui/Button.tsx'
import { lazyOnIdle } from '../../ui/lazy.ts'
import { CopyButton } from '../../ui/CopyButton.tsx'
import { DealMark } from '../../ui/DealMark.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { Link } from '../../ui/Link.tsx'
import { Empty, Note } from '../../ui/Note.tsx'
import { Ticket } from '../../ui/Ticket.tsx'
import { Inbound } from './Inbound.tsx'
import { creatorOf, listState } from './tablePhase.ts'
import { useMark } from './TableTalk.tsx'
import { clockTime } from './tableTime.ts'
import './TableList.css'

const ListedDifference = lazyOnIdle(async () => ({
  default: (await import('../agreement/DifferingOffer.lazy.tsx')).ListedDifference,
}))

const line = createTableLine('')

/** The tables of the connected wallet, once it is signed in. */
export default function TableList({ viewer }: { viewer: Address }): ReactNode {
  const { session } = useSignIn()
  const link = new URL(`/table/new?to=${viewer}`, window.location.origin).href
  return (
    <section className="tables" aria-label={words.title}>
      <div className="tables-head">
        <div>
          <h2>{words.title}</h2>
          <p className="muted">{words.lead}</p>
        </div>
        <div className="row">
          <Link className={buttonClass('outline', true)} href={`/trader/${viewer}`}>
            {words.page}
          </Link>
          <Link className={buttonClass('outline', true)} href={`/trader/${viewer}/history`}>
            {words.history}
          </Link>
          <Link className={buttonClass('outline', true)} href="/escrow">
            <Icon name="lock" />
            {pageNames.escrow}
          </Link>
          <CopyButton text={link} label={words.link} doneLabel={frameText.copied} />
        </div>
      </div>
      {session ? <SignedInTables key={session.expiresAt} viewer={viewer} /> : <SignInNote />}
    </section>
  )
}

/** In one line: the offers below need no session. */
function SignInNote(): ReactNode {
  const { status, problem, signIn } = useSignIn()
  if (status === 'unknown') return null
  return (
    <Note
      tone="plain"
      action={
        <Button sentence working={status === 'asking'} onClick={() => void signIn()}>
          {status === 'asking' ? signInText.asking : words.signIn}
        </Button>
      }
    >
      {problem ? signInText.problems[problem] : words.signInText}
    </Note>
  )
}

function SignedInTables({ viewer }: { viewer: Address }): ReactNode {
  const [list] = useState(() => createTableList(line, viewer))
  const { access, tables, nextCursor, isMoreFailed } = useStore(list.store)
  useEffect(() => list.open(), [list])
  const nowS = useChainTimeS()
  if (access === 'signed-out' || access === 'other-wallet') return <SignInNote />
  if (access === 'loading') {
    return (
      <p className="muted" role="status">
        {frameText.loading}
      </p>
    )
  }
  if (access === 'failed') {
    return (
      <Note
        tone="bad"
        role="alert"
        action={
          <Button sentence onClick={() => void list.reload()}>
            {frameText.tryAgain}
          </Button>
        }
      >
        {words.failed}
      </Note>
    )
  }
  return (
    <>
      {tables.length === 0 ? <Empty title={words.empty}>{words.emptyText}</Empty> : null}
      <div className="tables-list">
        {needingFirst(tables, viewer, nowS).map((table) => (
          <TableTicket key={table.tableId} table={table} viewer={viewer} nowS={nowS} />
        ))}
      </div>
      {isMoreFailed ? (
        <Note tone="bad" role="alert">
          {words.moreFailed}
        </Note>
      ) : null}
      {nextCursor === null ? null : (
        <Button sentence onClick={() => void list.loadMore()}>
          {isMoreFailed ? frameText.tryAgain : words.more}
        </Button>
      )}
      <Inbound viewer={viewer} />
    </>
  )
}

/** Those that want something of the viewer first; otherwise as they are, newest change first. */
function needingFirst(tables: readonly TableHead[], viewer: Address, nowS: number): readonly TableHead[] {
  const needs = (table: TableHead): number => {
    const me = seatOf(table, viewer)
    return me && 'needs' in listState(table, me, nowS) ? 0 : 1
  }
  return tables.toSorted((one, other) => needs(one) - needs(other))
}

interface TableTicketProps {
  readonly table: TableHead
  readonly viewer: Address
  /** Unix seconds. */
  readonly nowS: number
}

function TableTicket({ table, viewer, nowS }: TableTicketProps): ReactNode {
  const me = seatOf(table, viewer) ?? 'opener'
  const state = listState(table, me, nowS)
  const seats = { opener: table.opener, guest: table.guest }
  const deal = dealFromWire(table.version.deal)
  const other = seats[otherSeat(me)]
  const who = useWho(other)
  const mark = useMark(deal, { seats, locker: creatorOf(table) })
  const wants = 'needs' in state
  // A newer version doesn't end an agreement, whatever becomes of it.
  const isOver = 'is' in state && (state.is === 'closed' || state.is === 'lapsed')
  const isAgreed = table.agreed !== null && !isOver && table.lock?.status !== 'completed'
  return (
    <Ticket
      label={words.with(who)}
      mark={<DealMark path={mark} upright />}
      faded={!wants && ['declined', 'withdrawn', 'lapsed', 'closed'].includes(state.is)}
      stub={
        <>
          <Link className={buttonClass(wants ? 'primary' : 'outline', true)} href={`/table/${table.tableId}`}>
            {words.open}
            <span className="unseen"> {words.with(who)}</span>
          </Link>
          <small className="muted num">{clockTime(table.changedAt, nowS)}</small>
        </>
      }
    >
      <div className="table-ticket">
        <h3 title={other}>
          {words.with(who)} {who === shorten(other) ? null : <small className="muted num">{shorten(other)}</small>}
        </h3>
        <p className={wants ? 'table-needs' : 'muted'}>{wants ? words.needs[state.needs] : words.states[state.is]}</p>
        {isAgreed ? <ListedDifference table={table} me={me} who={who} /> : null}
        <div className="table-ticket-sides">
          <ThumbnailStack {...deal[me]} label={words.give} shown={shown} />
          <Icon name="swap" large />
          <ThumbnailStack {...deal[otherSeat(me)]} label={words.get} shown={shown} />
        </div>
      </div>
    </Ticket>
  )
}

/** More thumbnails don't fit. */
const shown = 3
