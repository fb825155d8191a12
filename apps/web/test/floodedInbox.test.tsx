import type { Address } from '@parley/domain'
import {
  type InboxCounts,
  inboxItemToWire,
  inboxRoutes,
  memberRoutes,
  type ReadableItem,
  tableRoutes,
} from '@parley/protocol'
import { act, fireEvent, screen } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import HeaderBell from '../src/app/HeaderBell.lazy.tsx'
import { keepBlocked, useBlocking } from '../src/features/offers/useBlocking.ts'
import InboxPage from '../src/pages/InboxPage.tsx'
import { browserStorage } from '../src/services/browser.ts'
import { inboxText } from '../src/text/inbox.lazy.ts'
import { hiddenText } from '../src/text/offers.lazy.ts'
import { givenConnectedWallet } from './text/givenWallet.ts'
import { alice, bob, escrow, openRoom, patience } from './text/room.tsx'

const carol = '0x90F79bf6EB2c4f870365E785982E1f101E93b906'
const nowS = Math.floor(Date.now() / 1000)
const side = { nfts: [], wei: 0n }
const aPage = 50

function received(number: number, creator: Address): ReadableItem {
  const offerId = `0x${number.toString(16).padStart(64, '0')}` as const
  return {
    id: `offer-received:${offerId}`,
    kind: 'offer-received',
    atS: nowS - number,
    orderS: nowS - number,
    needsYou: true,
    isRead: false,
    act: 'answer-offer',
    subject: { kind: 'offer', offerId, escrow, role: 'recipient' },
    other: creator,
    gives: side,
    gets: side,
    deadlineS: nowS + 86_400,
    nfts: [],
    decline: null,
    counter: null,
  }
}

/** The server of Alice, who is signed in. Further pages of the inbox come once they are let. */
function serverWith(
  items: readonly ReadableItem[],
  counts: InboxCounts = { unread: items.length, needsYou: items.length },
) {
  const blocked: string[] = []
  const gate = Promise.withResolvers<undefined>()
  const asked: string[] = []
  const answer = async (input: string | URL | Request, init?: RequestInit): Promise<Response> => {
    const { pathname, searchParams } = new URL(input instanceof Request ? input.url : input, location.origin)
    if (pathname === memberRoutes.session.path)
      return Response.json({ success: true, session: { address: alice, expiresAt: nowS + 86_400 } })
    if (pathname === tableRoutes.inbound.path) {
      const body: unknown = JSON.parse(typeof init?.body === 'string' ? init.body : '{}')
      blocked.push(JSON.stringify(body))
      return Response.json({ success: true, openTo: 'anyone', allowed: [], blocked: [] })
    }
    if (pathname !== inboxRoutes.inbox.path) return new Response(null, { status: 404 })
    const cursor = searchParams.get('cursor')
    if (cursor !== null) {
      asked.push(cursor)
      await gate.promise
    }
    const start = cursor === null ? 0 : items.findIndex(({ id }) => `1.${id}` === cursor) + 1
    const page = items.slice(start, start + aPage)
    const last = items.length > start + aPage ? page.at(-1) : undefined
    const nextCursor = last ? `1.${last.id}` : null
    return Response.json({ success: true, items: page.map(inboxItemToWire), nextCursor, counts })
  }
  vi.stubGlobal('fetch', answer)
  return { asked, blocked, answers: () => gate.resolve(undefined) }
}

function Blocking() {
  const { block } = useBlocking(bob)
  return (
    <button type="button" onClick={block}>
      block
    </button>
  )
}

async function openInbox({ blocks = true } = {}): Promise<void> {
  browserStorage.write('parley-signed-in-until', String(nowS + 86_400))
  window.dispatchEvent(new StorageEvent('storage', { key: 'parley-signed-in-until' }))
  const room = openRoom('general')
  await givenConnectedWallet(room)
  if (blocks) {
    room.show(<Blocking />)
    fireEvent.click(screen.getByRole('button', { name: 'block' }))
  }
  room.show(
    <>
      <HeaderBell />
      <InboxPage />
    </>,
  )
}

afterEach(() => {
  // Other files of tests share these.
  keepBlocked(bob, false)
  browserStorage.remove('parley-signed-in-until')
  window.dispatchEvent(new StorageEvent('storage', { key: 'parley-signed-in-until' }))
  vi.unstubAllGlobals()
})

describe('given a blocked wallet whose offers fill the first pages of an inbox', () => {
  it('reads on to the offer behind them, says nothing of the kind before, and counts that one alone', async () => {
    const flood = Array.from({ length: 2 * aPage }, (_, number) => received(number + 1, bob))
    const server = serverWith([...flood, received(flood.length + 1, carol)])
    await openInbox()
    await vi.waitFor(() => expect(server.asked).toHaveLength(1), patience)
    expect(screen.queryByText(inboxText.empty)).toBeNull()
    expect(screen.queryByText(inboxText.nothingWaits)).toBeNull()
    await act(async () => server.answers())
    await screen.findByRole('link', { name: inboxText.bell(1, 1) }, patience)
    expect(screen.getAllByRole('article')).toHaveLength(1)
    expect(screen.queryByRole('button', { name: inboxText.more })).toBeNull()
    // The bell and the page ask for each page once.
    expect(server.asked).toHaveLength(2)
  })

  it('tells the server of the block once it would read on for too long, since the server counts them until then', async () => {
    const flood = Array.from({ length: 12 * aPage }, (_, number) => received(number + 1, bob))
    const server = serverWith([...flood, received(flood.length + 1, carol)])
    // Blocked before anyone signed in.
    keepBlocked(bob, true)
    server.answers()
    await openInbox({ blocks: false })
    await vi.waitFor(() => expect(server.blocked).toContain(JSON.stringify({ block: bob })), patience)
    expect(server.asked).toHaveLength(500 / aPage - 1)
  })

  it('counts as the server does what it blocks, and still has its way back', async () => {
    const silenced = { ...received(1, bob), needsYou: false, isRead: true }
    serverWith([received(2, carol), silenced], { unread: 1, needsYou: 1 })
    await openInbox()
    await screen.findByRole('link', { name: inboxText.bell(1, 1) }, patience)
    await screen.findByText(hiddenText.hidden(1), {}, patience)
  })
})
