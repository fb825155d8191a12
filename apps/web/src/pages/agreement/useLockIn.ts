import { durationSeconds, mayCancel, type Offer, otherSeat, type Seat, sameAddress } from '@parley/domain'
import { dealFromWire, type TableHead } from '@parley/protocol'
import { useEffect, useRef } from 'react'
import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'
import { ActionError } from '../../actions/action.ts'
import type { Deal } from '../../actions/checkDeal.ts'
import { isUnderWay, type TrackedTransaction } from '../../actions/tracker/transaction.ts'
import { useChainTimeS } from '../../services/chainTime.ts'
import { type Portal, usePortal } from '../../services/Portal.ts'
import { type Session, useSession } from '../../services/Session.ts'
import { memberApi } from '../../services/signIn.ts'
import { useAccount } from '../../services/walletConnection.ts'
import { createFrom, itemsOf } from '../../features/offers/offerActions.lazy.ts'
import { useOffer } from '../../features/offers/useOffer.ts'
import { useOfferActions, useWayHome } from '../../features/offers/useOfferActions.ts'

/** Exactly the agreed terms, as the one who locks them in gives and gets. */
export function agreedDeal(table: TableHead, mine: Seat): Deal & { readonly coins: NonNullable<Deal['coins']> } {
  const deal = dealFromWire((table.agreed ?? table.version).deal)
  const { [mine]: given, [otherSeat(mine)]: wanted } = deal
  return {
    offered: given.nfts,
    requested: wanted.nfts,
    coins: { offeredWei: given.wei, requestedWei: wanted.wei },
    recipient: table[otherSeat(mine)],
    durationS: durationSeconds(deal.durationMinutes),
  }
}

/**
 * The next step of locking in. Read from the chain, so a reload resumes it.
 * - `take-back`: the countered offer is open and holds its NFTs (decision N4).
 * - `claim`: it is closed, and some of its NFTs are still in the escrow.
 * - `under-way`: a transaction for it was sent, by this page or one before it.
 * - `done`: the offer exists, and the server is about to add it to the table.
 * - `accepted`: the countered offer was accepted first, so nothing is left to lock in.
 */
export type LockInStep = 'reading' | 'unreadable' | 'take-back' | 'claim' | 'lock' | 'under-way' | 'done' | 'accepted'

export interface LockIn {
  readonly step: LockInStep
  readonly deal: ReturnType<typeof agreedDeal>
  /** The offer in escrow that the table counters; null for none, or until read. */
  readonly countered: Offer | null
  /** One of its actions runs on this page. */
  readonly working: boolean
  /** Any action runs on this page. */
  readonly busy: boolean
  /** Takes the next step: takes the old offer back, claims what it left, or creates the new one. */
  proceed(): Promise<boolean>
  refresh(): Promise<void>
}

/** Locks an agreed table in by the ordinary create flow (decision N3). Only for the table's locker. */
export function useLockIn(table: TableHead, mine: Seat): LockIn {
  const session = useSession()
  const portal = usePortal()
  const account = useAccount()
  const actions = useOfferActions()
  const nowS = useChainTimeS()
  const wayHome = useWayHome('recover')
  const old = useOffer(table.counters ?? '')
  const countered = table.counters === null ? null : old.offer
  const deal = agreedDeal(table, mine)
  const sent = useStore(account ? session.transactions.of(account) : none)
  const creation = newestCreation(sent, table, deal)
  const createdId = createdNow(creation, table, session.clock.now())
  const running = actions.running
  const working = running !== null && (running.kind === 'create' || running.subject === countered?.id)
  useTellTable(table, createdId)
  const latest = useRef(table)
  useEffect(() => {
    latest.current = table
  }, [table])
  const step = stepOf()
  function stepOf(): LockInStep {
    if (createdId) return 'done'
    if (creation && isUnderWay(creation) && !working) return 'under-way'
    if (table.counters === null || (working && running?.kind === 'create')) return 'lock'
    if (old.status === 'failed' || old.status === 'not-found' || old.status === 'malformed') return 'unreadable'
    if (!countered) return 'reading'
    if (countered.settlement === null) return 'take-back'
    if (countered.settlement.kind === 'completed') return 'accepted'
    return countered.unreturned.length > 0 ? 'claim' : 'lock'
  }
  const takeBack = (offer: Offer): Promise<boolean> => {
    if (account && mayCancel(offer, account, nowS)) return actions.cancel(offer)
    return wayHome(offer) === 'sendHome' ? actions.sendHome(offer) : actions.recover(offer)
  }
  return {
    step,
    deal,
    countered,
    working,
    busy: actions.busy,
    proceed: async () => {
      if (countered && step === 'take-back') return takeBack(countered)
      if (countered && step === 'claim') return actions.claimReturned(countered)
      return step === 'lock' ? lockTableIn(session, portal, { table, mine, latest: () => latest.current }) : false
    },
    refresh: old.refresh,
  }
}

const none = createStore<readonly TrackedTransaction[]>(() => [])

/** Server and browser keep their own clocks. */
const clockSkewMs = 60_000

/** The newest transaction that may have locked in exactly these terms. */
function newestCreation(
  sent: readonly TrackedTransaction[],
  { agreed, counters }: TableHead,
  deal: Deal,
): TrackedTransaction | undefined {
  const items = new Set(itemsOf(deal))
  const sinceMs = agreed === null ? Infinity : agreed.at * 1000 - clockSkewMs
  return sent.find(
    ({ kind, items: moved, startedAtMs, state }) =>
      kind === 'create' &&
      startedAtMs >= sinceMs &&
      moved.length === items.size &&
      moved.every((item) => items.has(item)) &&
      (counters === null || state.at !== 'confirmed' || state.offerId !== counters),
  )
}

/** Within this time the server has either found the offer, or isn't going to. */
const findsWithinMs = 60_000

/** The offer that a transaction has just made, until the table names it. */
function createdNow(creation: TrackedTransaction | undefined, { lock }: TableHead, nowMs: number): Offer['id'] | null {
  if (creation?.state.at !== 'confirmed' || nowMs - creation.changedAtMs > findsWithinMs) return null
  const { offerId } = creation.state
  return offerId === lock?.offerId ? null : offerId
}

/** Names the offer to the server, even after a reload. The server finds it in the index anyway, but later. */
function useTellTable(table: TableHead, offerId: Offer['id'] | null): void {
  const as = useAccount()
  const { tableId, version } = table
  const { number } = version
  useEffect(() => {
    if (as && offerId) void tellTable({ tableId, number, as, offerId })
  }, [as, offerId, tableId, number])
}

interface Lock extends Pick<TableHead, 'tableId'> {
  /** Of the agreed version. */
  readonly number: number
  readonly as: Offer['creator']
  readonly offerId: Offer['id']
}

async function tellTable({ tableId, number, as, offerId }: Lock): Promise<void> {
  try {
    const body = { version: number, offerId }
    await memberApi.request('lockTable', { params: { tableId }, query: { as }, body })
  } catch {
    // The server finds the offer in the index anyway.
  }
}

interface Locking {
  readonly table: TableHead
  readonly mine: Seat
  /** The table as the page has it now: minutes of approvals may lie between. */
  readonly latest: () => TableHead
}

/** Creates the offer of what was agreed, if that still is so when the wallet is about to be asked. */
export function lockTableIn(session: Session, portal: Portal, { table, mine, latest }: Locking): Promise<boolean> {
  return createFrom(session, portal, {
    deal: agreedDeal(table, mine),
    held: null,
    requireWallet: (address) => {
      if (address && !sameAddress(address, table[mine])) throw new ActionError({ kind: 'account-changed' })
    },
    confirm: async () => {
      if (!isStillAgreed(await readTable(table, mine, latest), table, mine))
        throw new ActionError({ kind: 'agreement-changed' })
    },
    onCreated: (offerId) =>
      tellTable({ tableId: table.tableId, number: table.version.number, as: table[mine], offerId }),
    isToldInPlace: () => window.location.pathname === `/table/${table.tableId}`,
  })
}

/** Asks the server, since the page's stream may be away. Without an answer, what the page knows counts. */
async function readTable({ tableId, ...seats }: TableHead, mine: Seat, latest: () => TableHead): Promise<TableHead> {
  try {
    return (await memberApi.request('table', { params: { tableId }, query: { as: seats[mine] } })).table
  } catch {
    return latest()
  }
}

/** Whether both still want what was on screen, by this wallet, and nothing locks it in yet. */
function isStillAgreed(now: TableHead, { agreed }: TableHead, mine: Seat): boolean {
  return (
    now.state !== 'closed' &&
    now.agreedAt !== null &&
    now.agreed?.number === agreed?.number &&
    now.locker === mine &&
    (now.lock === null || now.lock.status === 'cancelled')
  )
}
