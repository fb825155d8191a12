import { compareInboxItems, type InboxPlace } from '@parley/domain'
import { allRoutes, inboxItemToWire, type ReadableItem } from '@parley/protocol'
import { PreparedBody } from '../http/bindRoutes.ts'
import { HttpError } from '../http/httpError.ts'
import type { ReadyResponse } from '../http/responseCache.ts'
import type { DerivedInbox } from './derivedInbox.ts'

const itemsInPage = 50

/** The first page of an inbox, ready to be sent, and what it depends on. */
export interface FirstPage extends Pick<DerivedInbox, 'until' | 'givers'> {
  readonly body: PreparedBody
  readonly ready: ReadyResponse
}

export function firstPageOf(inbox: DerivedInbox): FirstPage {
  const { until, givers } = inbox
  const body = new PreparedBody(pageOf(inbox, null))
  const { json } = body
  const ready = { body: json, bodyBytes: Buffer.byteLength(json), etag: null, route: allRoutes.inbox.path }
  return { until, givers, body, ready }
}

const [pageBytes, giverBytes] = [700, 100]

/** What it takes in memory at most, about. */
export function bytesOfPage({ ready, givers }: FirstPage): number {
  return pageBytes + 2 * ready.body.length + giverBytes * givers.size
}

/** A page of an inbox, as it travels. */
export function pageOf({ items, counts }: DerivedInbox, after: InboxPlace | null) {
  const rest = after ? items.filter(isAfter(after)) : items
  const page = rest.slice(0, itemsInPage)
  const last = rest.length > itemsInPage ? page.at(-1) : undefined
  return {
    success: true as const,
    items: page.map(inboxItemToWire),
    nextCursor: last ? `${last.needsYou ? 1 : 0}.${last.orderS}.${last.id}` : null,
    counts,
  }
}

export function isAmong(ids: readonly string[]): (item: ReadableItem) => boolean {
  const wanted = new Set(ids)
  return ({ id }) => wanted.has(id)
}

export function isAfter(place: InboxPlace): (item: ReadableItem) => boolean {
  return (item) => compareInboxItems(item, place) > 0
}

export function readCursor(text: string): InboxPlace {
  const [, group, orderS, id] = /^([01])\.([0-9]{1,12})\.([0-9A-Za-z_:-]{1,120})$/.exec(text) ?? []
  if (group === undefined || orderS === undefined || id === undefined)
    throw new HttpError(400, 'not a cursor of this list', { field: 'cursor' })
  return { needsYou: group === '1', orderS: Number(orderS), id }
}
