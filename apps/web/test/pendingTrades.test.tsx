import type { Offer } from '@parley/domain'
import { offerToWire, type WireOffer } from '@parley/protocol'
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { ExpiredOffers } from '../src/features/offers/OfferLists.tsx'
import { useOfferActions } from '../src/features/offers/useOfferActions.ts'
import { PendingTrades } from '../src/pages/PendingTradesPage.tsx'
import { queryKeys } from '../src/services/queries.ts'
import { pendingText } from '../src/text/offers.lazy.ts'
import { aliceAt, offered, toAlice } from './text/givenLists.ts'
import { alice, openRoom, type Room } from './text/room.tsx'

const txHash = `0x${'99'.repeat(32)}` as const
const settlement = { kind: 'completed', by: alice, atS: 1_700_000_000, txHash } as const
const numbered = (count: number, from: number, changed: Partial<Offer> = {}): readonly Offer[] =>
  Array.from({ length: count }, (_, at) =>
    offered({ ...toAlice, id: `0x${(from + at).toString(16).padStart(64, '0')}`, ...changed }),
  )
const open = numbered(50, 1)
const closed = numbered(7, 1_000, { settlement })

interface Answered {
  readonly counts: { readonly active: number; readonly completed: number }
  readonly pages: readonly (readonly Offer[])[]
  readonly unreturned?: readonly Offer[]
}

/** A server with these pages of one list. @returns which pages were asked for. */
function serve(room: Room, { counts, pages, unreturned = [] }: Answered): readonly number[] {
  const asked: number[] = []
  const page = (at: number) => ({
    success: true,
    offers: (pages[at] ?? []).map(offerToWire) as readonly WireOffer[],
    nextCursor: at + 1 < pages.length ? String(at + 1) : null,
    counts,
    unreturned: unreturned.map(offerToWire),
  })
  Object.assign(room.session.api, {
    request: (route: string, { query }: { query?: { cursor?: string } } = {}) => {
      if (route !== 'offersByUser') return Promise.reject(new TypeError('fetch failed'))
      const at = Number(query?.cursor ?? 0)
      asked.push(at)
      return Promise.resolve(page(at))
    },
  })
  act(() => room.session.queries.removeQueries({ queryKey: queryKeys.byUser(alice) }))
  return asked
}

async function pendingTrades(answered: Answered): Promise<readonly number[]> {
  const room = openRoom('general')
  await aliceAt(null)(room)
  const asked = serve(room, answered)
  room.show(<PendingTrades viewer={alice} />)
  await screen.findByText(pendingText.active({ count: answered.counts.active }))
  return asked
}

const shown = () => screen.queryAllByRole('article', { hidden: true }).length
const choose = (name: string) => fireEvent.click(screen.getByRole('tab', { name, hidden: true }))
const hasText = (text: string) => document.body.textContent.includes(text)

beforeEach(() => localStorage.clear())

describe('given more offers than the server’s first page', () => {
  it('reads on for a tab until its own offers show, and never says that there are none', async () => {
    const asked = await pendingTrades({ counts: { active: 50, completed: 7 }, pages: [open, closed] })
    await waitFor(() => expect(shown()).toBe(50))
    expect(asked).toEqual([0])
    // All open ones are here.
    expect(screen.queryByRole('button', { name: pendingText.more, hidden: true })).toBeNull()
    choose('Completed(7)')
    expect(hasText(pendingText.emptyCompleted)).toBe(false)
    await waitFor(() => expect(shown()).toBe(7))
    expect(asked).toEqual([0, 1])
    expect(screen.queryByRole('button', { name: pendingText.more, hidden: true })).toBeNull()
  })

  it('asks before it looks behind five hundred others', async () => {
    const pages = [...Array.from({ length: 11 }, (_, at) => numbered(50, 1 + at * 50)), closed]
    const asked = await pendingTrades({ counts: { active: 550, completed: 7 }, pages })
    choose('Completed(7)')
    await waitFor(() => expect(asked.length).toBe(10))
    const more = await screen.findByRole('button', { name: pendingText.more, hidden: true })
    expect([shown(), hasText(pendingText.emptyCompleted)]).toEqual([0, false])
    fireEvent.click(more)
    await waitFor(() => expect(asked.length).toBe(11))
    fireEvent.click(screen.getByRole('button', { name: pendingText.more, hidden: true }))
    await waitFor(() => expect(shown()).toBe(7))
  })

  it('says that there are none where the server counts none', async () => {
    await pendingTrades({ counts: { active: 50, completed: 0 }, pages: [open, open.slice(0, 1)] })
    choose('Completed(0)')
    expect(hasText(pendingText.emptyCompleted)).toBe(true)
  })
})

it('lists as still in escrow what the server says of all offers, not of the first page', async () => {
  function Expired() {
    return <ExpiredOffers actions={useOfferActions()} />
  }
  const stuck = { ...offered({ settlement }), unreturned: offered().offered }
  const room = openRoom('general')
  await aliceAt(null)(room)
  serve(room, { counts: { active: 50, completed: 1 }, pages: [open, [stuck]], unreturned: [stuck] })
  room.show(<Expired />)
  await screen.findByText(room.portal.messages.stillInEscrow)
  expect(shown()).toBe(1)
})
