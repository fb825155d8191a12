import { creatorSeat, isAsAgreed, lockIn, type OfferId, tableState } from '@parley/domain'
import type { Context } from '../context.ts'
import { HttpError } from '../http/httpError.ts'
import { coalesce } from '../lib/async.ts'
import { failureText } from '../log.ts'
import type { OfferFinder } from '../offers/createOfferFinder.ts'
import { findOffer } from '../offers/offerStore.ts'
import { offerFromRow, type StoredOffer } from '../offers/storedOffer.ts'
import type { Queryable } from '../db/schema.ts'
import type { Player, TableDesk } from './playAtTable.ts'
import { tableFailure } from './tableFailure.ts'
import { agreedTablesOfMakers, findMissedLocks, nowS, tablesOfOffers } from './tableReads.ts'
import { type StoredTable } from './tableStore.ts'

/** Both engines limit the values of one statement. */
const offersAtOnce = 500

/** An offer may be indexed this much later than a newer one. */
const lateBlocks = 5_000

/** Joins agreed tables with the offers that lock them in. */
export interface TableLocks {
  /** A page says which offer it is. @throws {HttpError} */
  lock(player: Player, named: { version: number; offerId: OfferId; network: string }): Promise<void>
  /** Joins tables whose offer was indexed by a server that died before it came to them. */
  catchUp(): Promise<void>
  close(): void
}

export function createTableLocks(
  { db, live, log }: Pick<Context, 'db' | 'live' | 'log'>,
  desk: Pick<TableDesk, 'find' | 'change' | 'refresh'>,
  { finder, offerNowS }: { finder: Pick<OfferFinder, 'find'>; offerNowS: () => number },
): TableLocks {
  /** Null until the first look: then all that were agreed on count. */
  let lookedAt: number | null = null

  const changed = new Set<OfferId>()

  /**
   * Follows the index: a new offer may lock a table in, a settled one ends it.
   *
   * Takes many offers at once: an index that is built from nothing reports every offer there ever was.
   */
  const follow = coalesce(async () => {
    while (changed.size > 0) {
      const offerIds = [...changed].slice(0, offersAtOnce)
      for (const id of offerIds) changed.delete(id)
      try {
        for (const id of await tablesOfOffers(db.read, offerIds)) await desk.refresh(id)
        for (const id of await agreedTablesOfMakers(db.read, offerIds)) await join(id)
      } catch (error) {
        log.warn({ reason: failureText(error) }, 'offers could not be joined with their tables')
      }
    }
  })

  async function join(tableId: string): Promise<void> {
    await desk.change(tableId, async (tx, stored) => {
      const best = await bestOffer(tx, stored, offerNowS())
      return best && stepOf(stored, best)
    })
  }

  const unsubscribe = live.subscribe(({ event }) => {
    if (event.type !== 'offer') return
    changed.add(event.offerId)
    void follow()
  })

  return {
    async lock(player, { version, offerId, network }) {
      const { stored } = await desk.find(player)
      if (stored.table.offerId === offerId) return
      if (stored.table.version.number !== version) throw tableFailure('changed')
      if (stored.table.agreedAtS === null) throw tableFailure('not-agreed')
      const found = await finder.find(offerId, network)
      if (found.kind === 'pending' || found.kind === 'older')
        throw new HttpError(503, 'the index has not come to this offer yet', { code: 'unavailable', retryAfterS: 2 })
      if (found.kind === 'nothing') throw tableFailure('no-such-offer')
      await desk.change(player.tableId, async (tx, held) => {
        if (held.table.offerId === found.offer.id) return null
        if (held.table.closed !== null) throw tableFailure('closed')
        if (held.table.version.number !== version) throw tableFailure('changed')
        if (held.table.agreedAtS === null) throw tableFailure('not-agreed')
        if (!mayLock(held, found.offer, offerNowS())) throw tableFailure('other-offer')
        const current = held.table.offerId && (await findOffer(tx, held.table.offerId))
        if (current && !hasEnded(current, offerNowS())) throw tableFailure('locked')
        return stepOf(held, found.offer)
      })
    },
    async catchUp() {
      const { tableIds, upTo } = await findMissedLocks(db.read, { after: lookedAt, nowS: nowS() })
      for (const id of tableIds) await join(id)
      lookedAt = Math.max(0, upTo - lateBlocks)
    },
    close() {
      unsubscribe()
      changed.clear()
    },
  }
}

function stepOf({ table }: StoredTable, offer: StoredOffer) {
  const by = creatorSeat(table, offer)
  return by && lockIn(table, { offerId: offer.id, by, nowS: nowS() })
}

/**
 * Whether an offer locks an agreement in: it has exactly the agreed terms. Any other offer of the two is compared with the
 * agreement by the person who is to accept it (decision N3), and leaves the table as it is.
 */
function mayLock({ table, agreedBlock }: StoredTable, offer: StoredOffer, chainS: number): boolean {
  return (
    agreedBlock !== null &&
    // By block: the clocks of chain and server differ.
    offer.createdBlock > agreedBlock &&
    !hasEnded(offer, chainS) &&
    isAsAgreed(table, offer)
  )
}

/** The offer is over: expired, cancelled or swapped. */
function hasEnded({ settlement, expiresAtS }: StoredOffer, chainS: number): boolean {
  return settlement === null ? chainS > expiresAtS : settlement.kind === 'cancelled'
}

/** The offer that locks a table in, where that is another than the one it has. */
async function bestOffer(db: Queryable, stored: StoredTable, chainS: number): Promise<StoredOffer | null> {
  const { table, agreedBlock } = stored
  if (agreedBlock === null || tableState(table, nowS()) === 'closed') return null
  const rows = await db
    .selectFrom('offers')
    .selectAll()
    .where('creator', 'in', [table.opener, table.guest])
    .where('recipient', 'in', [table.opener, table.guest])
    .where('created_block', '>', agreedBlock)
    .orderBy('created_block')
    .orderBy('created_log_index')
    .execute()
  const offers = rows.map(offerFromRow).filter((offer) => mayLock(stored, offer, chainS))
  return offers.some(({ id }) => id === table.offerId) ? null : (offers[0] ?? null)
}
