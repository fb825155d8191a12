import { offerToWire } from '@parley/protocol'
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import type { Offer } from '@parley/domain'
import { beforeEach, describe, expect, it } from 'vitest'
import { PendingTrades } from '../src/pages/PendingTradesPage.tsx'
import InboxPage from '../src/pages/InboxPage.tsx'
import { OpenOffers } from '../src/pages/trader/TraderLists.tsx'
import { ReceivedOffers } from '../src/features/offers/OfferLists.tsx'
import { useOfferActions } from '../src/features/offers/useOfferActions.ts'
import { hiddenText, ticketText } from '../src/text/offers.lazy.ts'
import { queryKeys } from '../src/services/queries.ts'
import { shorten } from '../src/ui/Address.tsx'
import { aliceAt, offered, toAlice } from './text/givenLists.ts'
import { alice, bob, escrow, openRoom, patience } from './text/room.tsx'
import { trackedIn } from './transactions/trackedIn.ts'

const first = offered({ ...toAlice, id: `0x${'a1'.repeat(32)}` })
const second = offered({ ...toAlice, id: `0x${'b2'.repeat(32)}` })
const others = offered({ creator: escrow, recipient: alice, id: `0x${'c3'.repeat(32)}` })

function Received() {
  return <ReceivedOffers actions={useOfferActions()} Review={() => null} Replies={() => null} />
}

const press = (name: string) => fireEvent.click(screen.getByRole('button', { name, hidden: true }))
const hide = (offer: Offer) => press(`${ticketText.hide} ${shorten(offer.id)}`)
const shown = () => screen.queryAllByRole('article', { hidden: true }).length

/** Opens the list of what is hidden, whose code comes when the page is idle. */
async function unfold() {
  const fold = await waitFor(() => {
    const found = document.querySelector<HTMLDetailsElement>('.hidden-offers details')
    if (!found) throw new Error('nothing is hidden')
    return found
  })
  await act(async () => {
    fold.open = true
    fireEvent(fold, new Event('toggle'))
  })
}

beforeEach(() => localStorage.clear())

describe('given offers that Alice received', () => {
  it.each(['general', 'aso'] as const)(
    'hides one from the list, says so, and brings that one back (%s)',
    async (place) => {
      const room = openRoom(place)
      await aliceAt(<Received />, { received: [first, second, others] })(room)
      await waitFor(() => expect(shown()).toBe(3))
      hide(first)
      hide(second)
      expect(shown()).toBe(1)
      await unfold()
      expect(document.body.textContent).toContain(hiddenText.hidden(2))
      fireEvent.click(screen.getAllByRole('button', { name: hiddenText.unhide, hidden: true })[0] ?? document.body)
      await waitFor(() => expect(shown()).toBe(2))
      expect(document.body.textContent).toContain(hiddenText.hidden(1))
      press(hiddenText.unhide)
      expect(shown()).toBe(3)
    },
  )

  it('leaves out one that was probably returned, until the chain has decided', async () => {
    const room = openRoom('general')
    await aliceAt(<Received />, { received: [first, second] })(room)
    await waitFor(() => expect(shown()).toBe(2))
    const { transactions, clock } = room.session
    const returning = trackedIn({ at: 'probable', sinceMs: clock.now() }, { kind: 'return', subject: first.id })
    act(() => transactions.begin(alice, returning))
    expect(shown()).toBe(1)
    act(() => transactions.note(alice, returning.id, { kind: 'notSent', cause: 'noEffect' }))
    expect(shown()).toBe(2)
  })

  it('blocks a creator, hides all of theirs, and unblocks them', async () => {
    const room = openRoom('general')
    await aliceAt(<Received />, { received: [first, second, others] })(room)
    await waitFor(() => expect(shown()).toBe(3))
    hide(first)
    await unfold()
    press(hiddenText.block(shorten(bob)))
    expect(shown()).toBe(1)
    expect(document.body.textContent).toContain(hiddenText.hidden(2))
    fireEvent.click(
      screen.getAllByRole('button', { name: hiddenText.unblock(shorten(bob)), hidden: true })[0] ?? document.body,
    )
    expect(shown()).toBe(2)
    press(hiddenText.unhide)
    expect(shown()).toBe(3)
  })
})

/** Hides one of two offers, then blocks their creator, and undoes both. */
async function expectHiding(hideOne: () => void, counted: () => number): Promise<void> {
  await waitFor(() => expect(counted()).toBe(2), patience)
  hideOne()
  await waitFor(() => expect(counted()).toBe(1))
  await unfold()
  expect(document.body.textContent).toContain(hiddenText.hidden(1))
  press(hiddenText.block(shorten(bob)))
  await waitFor(() => expect(counted()).toBe(0))
  expect(document.body.textContent).toContain(hiddenText.hidden(2))
  fireEvent.click(
    screen.getAllByRole('button', { name: hiddenText.unblock(shorten(bob)), hidden: true })[0] ?? document.body,
  )
  await waitFor(() => expect(counted()).toBe(1))
  press(hiddenText.unhide)
  await waitFor(() => expect(counted()).toBe(2))
  expect(document.querySelector('.hidden-offers')).toBeNull()
}

describe('given other lists with offers to Alice', () => {
  it('hides and blocks in My Pending Trades, and undoes it one by one', async () => {
    const room = openRoom('general')
    await aliceAt(<PendingTrades viewer={alice} />)(room)
    act(() => {
      room.session.queries.setQueryData(queryKeys.byUser(alice), {
        pages: [
          {
            offers: [first, second].map(offerToWire),
            nextCursor: null,
            counts: { active: 2, completed: 0 },
            unreturned: [],
          },
        ],
        pageParams: [null],
      })
    })
    await expectHiding(() => hide(first), shown)
  })

  it('on a trader’s page', async () => {
    const room = openRoom('general')
    const list = {
      status: 'ready',
      offers: [first, second],
      doubt: null,
      refreshing: false,
      refresh: () => Promise.resolve(),
      hasMore: false,
      loadMore: () => Promise.resolve(),
    } as const
    await aliceAt(<OpenOffers list={list} count={2} />)(room)
    await expectHiding(() => hide(first), shown)
  })

  it('and the inbox says what it leaves out, with the way back', async () => {
    const room = openRoom('general')
    await aliceAt(<InboxPage />, { received: [first, second] })(room)
    // Two lines each: that it came, and that it expires soon.
    await expectHiding(
      () => hide(first),
      () => shown() / 2,
    )
  })
})

describe('given My Pending Trades', () => {
  it('counts the server’s offers, not the first page, and waits while an action runs', async () => {
    const room = openRoom('general')
    await aliceAt(<PendingTrades viewer={alice} />)(room)
    act(() => {
      room.session.queries.setQueryData(queryKeys.byUser(alice), {
        pages: [{ offers: [], nextCursor: null, counts: { active: 61, completed: 7 }, unreturned: [] }],
        pageParams: [null],
      })
    })
    await waitFor(() => expect(document.body.textContent).toContain('Active(61)'))
    expect(document.body.textContent).toContain('Completed(7)')
    const refresh = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Refresh' })
    expect(refresh().disabled).toBe(false)
    act(() => room.session.actions.setState({ running: { kind: 'cancel', subject: first.id, steps: [] } }))
    expect(refresh().disabled).toBe(true)
  })
})
