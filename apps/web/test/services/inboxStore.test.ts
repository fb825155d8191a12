import { createClientOf, inboxItemToWire, inboxRoutes, type ReadableItem } from '@parley/protocol'
import { describe, expect, it } from 'vitest'
import { createInboxStore } from '../../src/services/inboxStore.ts'

const bob = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC'
const alice = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const side = { nfts: [], wei: 0n }

function received(number: number): ReadableItem {
  const offerId = `0x${number.toString(16).padStart(64, '0')}` as const
  return {
    id: `offer-received:${offerId}`,
    kind: 'offer-received',
    atS: number,
    orderS: number,
    needsYou: true,
    isRead: false,
    act: 'answer-offer',
    subject: { kind: 'offer', offerId, escrow: alice, role: 'recipient' },
    other: alice,
    gives: side,
    gets: side,
    deadlineS: 9_999,
    nfts: [],
    decline: null,
    counter: null,
  }
}

/** A server's inbox, two items a page. */
function serverWith(first: readonly ReadableItem[]) {
  const items = [...first]
  const marks: unknown[] = []
  const counts = () => ({ unread: items.filter(({ isRead }) => !isRead).length, needsYou: items.length })
  const answer: typeof fetch = async (input, init) => {
    const { pathname, searchParams } = new URL(new Request(input).url)
    if (pathname === inboxRoutes.readInbox.path) {
      marks.push(await new Response(init?.body).json())
      return Response.json({ success: true, counts: counts() })
    }
    const cursor = searchParams.get('cursor')
    const start = cursor === null ? 0 : items.findIndex(({ id }) => `1.${id}` === cursor) + 1
    const page = items.slice(start, start + 2)
    const last = items.length > start + 2 ? page.at(-1) : undefined
    const nextCursor = last ? `1.${last.id}` : null
    return Response.json({ success: true, items: page.map(inboxItemToWire), nextCursor, counts: counts() })
  }
  const api = createClientOf(inboxRoutes, 'http://server.test', { fetch: answer })
  return { items, marks, line: { api, openStream: () => () => undefined, reopenAfterMs: 1 } }
}

describe('given a page that lists two of three items', () => {
  it('marks the listed and the following as read, and leaves a new item of the same second unread', async () => {
    const { items, marks, line } = serverWith([received(3), received(2), received(1)])
    const inbox = createInboxStore(line, bob)
    await inbox.reload()
    const [newest, second] = inbox.store.getState().items
    // In the same second as the newest.
    items.unshift({ ...received(4), orderS: 3 })
    await inbox.markAllRead()
    expect(marks).toEqual([{ ids: [newest?.id, second?.id] }, { after: `1.${second?.id}` }])
    expect(inbox.store.getState().items[0]?.isRead).toBe(false)
  })
})
