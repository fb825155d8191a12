import { type Address, type HistoryFilter, passesFilter } from '@parley/domain'
import type { Queryable } from '../db/schema.ts'
import { HttpError } from '../http/httpError.ts'
import { yieldToEventLoop } from '../lib/async.ts'
import { readCursor, writeCursor } from '../offers/offerHandlers.ts'
import { offersOf } from '../offers/offerStore.ts'
import type { StoredOffer } from '../offers/storedOffer.ts'
import { completedOffers, type CompletionPlace, completionPlaceOf } from './traderStore.ts'

/** Offers of a wallet's history that a filter lets through, and where to go on. */
export interface HistoryPage {
  readonly offers: readonly StoredOffer[]
  readonly nextCursor: string | null
}

interface HistoryRequest {
  readonly wallet: Address
  readonly filter: HistoryFilter
  readonly cursor: string | undefined
  readonly limit: number
  /** Chain time, unix seconds. */
  readonly nowS: number
}

/** Offers read at once, and at most for one page. Otherwise a rare match would read the whole history. */
const offersAtOnce = 200
const maxReadForAPage = 2_000

/**
 * A page of a wallet's history. It may be short although there are more: then it has read as many offers as one page may.
 *
 * @throws {HttpError} 400 for a cursor of something else.
 */
export async function readHistory(db: Queryable, request: HistoryRequest): Promise<HistoryPage> {
  const { wallet, filter, limit, nowS } = request
  const order = filter.outcome === 'completed' ? byCompletion(db, wallet, filter) : byCreation(db, wallet)
  const found: StoredOffer[] = []
  let { cursor } = request
  let lastShown = cursor
  for (let read = 0; read < maxReadForAPage; read += offersAtOnce) {
    const piece = await order.read(cursor, offersAtOnce)
    for (const offer of piece) {
      cursor = order.cursorOf(offer)
      if (!passesFilter(offer, wallet, filter, nowS)) continue
      // One more than the page holds: there is another page.
      if (found.length === limit) return { offers: found, nextCursor: lastShown ?? null }
      found.push(offer)
      lastShown = cursor
    }
    if (piece.length < offersAtOnce) return { offers: found, nextCursor: null }
    await yieldToEventLoop()
  }
  return { offers: found, nextCursor: cursor ?? null }
}

interface Order {
  read(cursor: string | undefined, limit: number): Promise<readonly StoredOffer[]>
  cursorOf(offer: StoredOffer): string
}

function byCreation(db: Queryable, wallet: Address): Order {
  return {
    read: (cursor, limit) => offersOf(db, wallet, { before: cursor === undefined ? null : readCursor(cursor), limit }),
    cursorOf: writeCursor,
  }
}

function byCompletion(db: Queryable, wallet: Address, { role, other }: HistoryFilter): Order {
  const whose = { wallet, ...(role && { role }), ...(other && { other }) }
  return {
    read: (cursor, limit) =>
      completedOffers(db, whose, { after: cursor === undefined ? null : readCompletionCursor(cursor), limit }),
    cursorOf: (offer) => {
      const { block, id } = completionPlaceOf(offer)
      return `${block}.${id}`
    },
  }
}

function readCompletionCursor(text: string): CompletionPlace {
  const [, block, id] = /^([0-9]{1,15})\.0x([0-9a-f]{64})$/.exec(text) ?? []
  if (block === undefined || id === undefined)
    throw new HttpError(400, 'not a cursor of this list', { field: 'cursor' })
  return { block: Number(block), id: `0x${id}` }
}
