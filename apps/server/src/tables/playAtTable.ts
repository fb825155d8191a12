import {
  type Address,
  closeEnded,
  creatorSeat,
  dealOfOffer,
  openTable,
  playMove,
  type Seat,
  type Table,
  type TableDeal,
  type TableMove,
  type TableStep,
} from '@parley/domain'
import type { Transaction } from 'kysely'
import type { Context } from '../context.ts'
import type { Schema } from '../db/schema.ts'
import { HttpError } from '../http/httpError.ts'
import { findOffer } from '../offers/offerStore.ts'
import type { StoredOffer } from '../offers/storedOffer.ts'
import { prepareOwners } from '../holdings/ownerRows.ts'
import type { Pair } from './closedTables.ts'
import { checkDeal } from './dealChecks.ts'
import { checkInvitation, holdInbound } from './inbound.ts'
import type { AllowedIn } from './portalCollections.ts'
import type { TableFeed } from './tableFeed.ts'
import { refusedMove, tableFailure } from './tableFailure.ts'
import { endOfLock, findOpenTable, nowS, tablesBetween } from './tableReads.ts'
import {
  addTable,
  findTable,
  holdTable,
  newTableId,
  openKeyOf,
  prepareFindTable,
  type SavedTable,
  saveStep,
  seatOf,
  type StoredTable,
} from './tableStore.ts'

type Tx = Transaction<Schema>

/** Lines of a log. Beyond it, two people can only leave. */
const maxEntries = 3_000

/** Who does something at which table. */
export interface Player {
  readonly tableId: string
  readonly wallet: Address
}

export interface NewTable {
  readonly opener: Address
  readonly guest: Address
  readonly portal: string | null
  readonly counters: StoredOffer | null
  readonly deal: TableDeal
  readonly note: string
  readonly isReady: boolean
}

/** Changes tables, each change in one transaction, and tells the pages of both. */
export interface TableDesk {
  /** A table of the wallet. @throws {HttpError} 404 alike for tables of others and for none. */
  find(player: Player): Promise<{ readonly stored: StoredTable; readonly seat: Seat }>
  /** @returns the table after the move. @throws {HttpError} with the code of the refusal. */
  play(player: Player, move: TableMove): Promise<SavedTable>
  /**
   * Part of the transaction that keeps a block. Ends every table of the two for good, whatever its state: who is blocked has no
   * seat and no call there.
   *
   * @returns what to call after the commit.
   */
  leaveAll(tx: Tx, pair: Pair): Promise<() => void>
  /** Changes a table by what only the server knows. Null changes nothing. */
  change(tableId: string, work: (tx: Tx, stored: StoredTable) => Promise<TableStep | null>): Promise<void>
  open(table: NewTable): Promise<{ readonly tableId: string; readonly isNew: boolean }>
  /** Sends the head to the pages of a table, after a change of its offer. */
  refresh(tableId: string): Promise<void>
}

export function createTableDesk(
  context: Context,
  feed: TableFeed,
  { allowedIn, offerNowS }: { allowedIn: AllowedIn; offerNowS: () => number },
): TableDesk {
  const { db } = context
  const findNow = prepareFindTable(db)
  const dealContext = { ...context, readOwners: prepareOwners(db) }

  async function find({ tableId, wallet }: Player) {
    const stored = await findNow(tableId)
    const seat = stored && seatOf(stored.table, wallet)
    if (!stored || !seat) throw tableFailure('no-such-table')
    return { stored, seat }
  }

  /** @returns the table afterwards; null where another step came before this one. */
  async function save(tx: Tx, before: StoredTable, step: TableStep): Promise<SavedTable | null> {
    // A tick that is there already changes nothing.
    if (step.entries.length === 0) return { ...before, added: [] }
    const saved = await saveStep(tx, before, step)
    if (saved) await feed.announce(tx, step.table, before.entries)
    return saved
  }

  function tell(saved: SavedTable): SavedTable {
    if (saved.added.length > 0) feed.tell(saved.table, saved.entries - saved.added.length, saved)
    return saved
  }

  /** @returns the table afterwards; null where there is none. */
  async function change(tableId: string, work: (tx: Tx, stored: StoredTable) => Promise<TableStep | null>) {
    const saved = await db.transact(async (tx) => {
      const before = await holdTable(tx, db.engine, tableId)
      const step = before && (await work(tx, before))
      return step ? save(tx, before, step) : before && { ...before, added: [] }
    })
    return saved && tell(saved)
  }

  async function leavingStep(tx: Tx, stored: StoredTable, seat: Seat): Promise<TableStep> {
    try {
      return await stepOf({ db: { read: tx }, offerNowS }, { stored, seat, move: { kind: 'leave' } })
    } catch (error) {
      // It was swapped, or has lapsed.
      if (error instanceof HttpError) return closeEnded(stored.table, { by: seat, atS: nowS() })
      throw error
    }
  }

  return {
    find,
    async change(tableId, work) {
      await change(tableId, work)
    },
    async leaveAll(tx, [wallet, other]) {
      const left: SavedTable[] = []
      // In one order, or two that block each other would wait for each other.
      const ids = (await tablesBetween(tx, [wallet, other])).map(({ table }) => table.id).toSorted()
      for (const id of ids) {
        const stored = await holdTable(tx, db.engine, id)
        const seat = stored && seatOf(stored.table, wallet)
        if (!seat || stored.table.closed !== null) continue
        const saved = await save(tx, stored, await leavingStep(tx, stored, seat))
        if (saved) left.push(saved)
      }
      return () => {
        for (const saved of left) tell(saved)
      }
    },
    async play(player, move) {
      const { stored, seat } = await find(player)
      // The rules come first: they cost no chain request.
      const step = await stepOf({ db, offerNowS }, { stored, seat, move })
      if (move.kind === 'lay') {
        const { table } = stored
        const countered = table.counters && (await findOffer(db.read, table.counters))
        const place = { opener: table.opener, guest: table.guest, countered, allowed: allowedIn(table.portal) ?? null }
        await checkDeal(dealContext, { place, before: table.version.deal, after: move.deal })
      }
      // An offer may be settled at any time, so it is read again in the transaction.
      const saved = stored.table.offerId === null ? await db.transact((tx) => save(tx, stored, step)) : null
      if (saved) return tell(saved)
      // A version never changes, so what was checked above still holds, or the move is refused as outdated.
      const now = await change(player.tableId, (tx, held) =>
        stepOf({ db: { read: tx }, offerNowS }, { stored: held, seat, move }),
      )
      if (!now) throw tableFailure('no-such-table')
      return now
    },
    async open({ opener, guest, portal, counters, deal, note, isReady }) {
      if (opener === guest) throw tableFailure('self', 'with')
      const { escrows, collections } = context.config.deployment
      if ([...escrows, ...collections].some(({ address }) => address === guest))
        throw tableFailure('not-a-wallet', 'with')
      const allowed = allowedIn(portal)
      if (allowed === undefined) throw new HttpError(400, 'no such portal', { code: 'other-portal', field: 'portal' })
      const key = openKeyOf({ opener, guest, counters: counters?.id ?? null })
      const facts = {
        id: newTableId(),
        opener,
        guest,
        portal,
        counters: counters?.id ?? null,
      }
      const mirrored = counters && mirror({ opener, guest }, counters)
      const step = firstStep(facts, mirrored, { deal, note, isReady })
      const known = await db.transact((tx) => findOpenTable(tx, key, nowS()))
      if (known) return { tableId: known.table.id, isNew: false }
      const answers = counters?.creator === guest ? counters.id : null
      // The invitation comes before what costs chain requests. It is checked again below.
      await checkInvitation(db.read, { opener, guest, answers, nowS: nowS() })
      const place = { opener, guest, countered: counters, allowed }
      await checkDeal(dealContext, { place, before: mirrored?.deal ?? null, after: deal })
      const tableId = await db.transact(async (tx) => {
        await holdInbound(tx, [opener, guest])
        const toStranger = await checkInvitation(tx, { opener, guest, answers, nowS: nowS() })
        if (await addTable(tx, step, { toStranger })) {
          await feed.announce(tx, step.table, 0)
          return step.table.id
        }
        // A concurrent request was faster, perhaps the guest's.
        return (await findOpenTable(tx, key, nowS()))?.table.id ?? null
      })
      if (tableId === null) throw tableFailure('unavailable')
      const isNew = tableId === step.table.id
      if (isNew) feed.tell(step.table, 0)
      return { tableId, isNew }
    },
    async refresh(tableId) {
      const stored = await findTable(db.read, tableId)
      if (stored) feed.tell(stored.table, null)
    },
  }
}

/** @throws {HttpError} with the code of the refusal. */
async function stepOf(
  { db, offerNowS }: { db: Pick<Context['db'], 'read'>; offerNowS: () => number },
  { stored, seat, move }: { stored: StoredTable; seat: Seat; move: TableMove },
): Promise<TableStep> {
  const { table } = stored
  if (stored.entries >= maxEntries && move.kind !== 'leave') throw tableFailure('too-many-versions')
  const offer = table.offerId && (await findOffer(db.read, table.offerId))
  if (offer?.settlement?.kind === 'completed') throw tableFailure('closed')
  const isUnsettled = table.offerId !== null && offer?.settlement?.kind !== 'cancelled'
  // An offer that the index lost sight of counts as open until it is found again.
  const offerEndsS = endOfLock(table, offer)
  // Expired ones can't be accepted any more, so they hold nothing up.
  const isOfferOpen = isUnsettled && offerNowS() <= offerEndsS
  const step = playMove(table, move, { by: seat, nowS: nowS(), isOfferOpen, offerEndsS })
  if ('refusal' in step) throw refusedMove(step.refusal, 'deal' in move ? move : {})
  return step
}

/** Version 1 of a counter: the terms of the offer, by who made it. @throws {HttpError} where it is of others, or settled. */
function mirror(parties: Pick<Table, Seat>, offer: StoredOffer): { readonly by: Seat; readonly deal: TableDeal } {
  const by = creatorSeat(parties, offer)
  if (by === null || offer.settlement !== null) throw tableFailure('other-offer')
  return { by, deal: dealOfOffer(offer, by) }
}

/** @throws {HttpError} with the code of the refusal. */
function firstStep(
  facts: Pick<Table, 'id' | 'opener' | 'guest' | 'portal' | 'counters'>,
  mirrored: { readonly by: Seat; readonly deal: TableDeal } | null,
  proposal: Pick<NewTable, 'deal' | 'note' | 'isReady'>,
): TableStep {
  const atS = nowS()
  if (!mirrored) return required(openTable(facts, { by: 'opener', ...proposal }, atS), proposal)
  const first = required(openTable(facts, { ...mirrored, note: '', isReady: false }, atS), mirrored)
  const move = { kind: 'lay', base: 1, ...proposal } as const
  const second = required(playMove(first.table, move, { by: 'opener', nowS: atS, isOfferOpen: false }), proposal)
  return { table: second.table, entries: [...first.entries, ...second.entries] }
}

function required(step: ReturnType<typeof playMove>, proposal: Pick<NewTable, 'deal'>): TableStep {
  if ('refusal' in step) throw refusedMove(step.refusal, proposal)
  return step
}
