import { dealOfOffer, noCoins, type Offer } from '@parley/domain'
import type { WireDecline } from '@parley/protocol'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { useOfferActions } from '../src/features/offers/useOfferActions.ts'
import { OfferReplies } from '../src/pages/agreement/OfferReplies.tsx'
import { TableNotes } from '../src/pages/agreement/TableNotes.tsx'
import OfferPage from '../src/pages/OfferPage.tsx'
import PendingTradesPage from '../src/pages/PendingTradesPage.tsx'
import SwapOffers from '../src/pages/swap/SwapOffers.lazy.tsx'
import { compareText, declineReasonText, declineText } from '../src/text/agreement.lazy.ts'
import { PlayedTable } from './given/PlayedTable.ts'
import { aliceAt, offered, toAlice } from './text/givenLists.ts'
import { alice, bob, openRoom, patience } from './text/room.tsx'

const nowS = Math.floor(Date.now() / 1000)
/** Bob's offer to Alice. Its own times, since the shared offer's are as old as the worker. */
const offer = offered({ ...toAlice, coins: noCoins, createdAtS: nowS - 60, expiresAtS: nowS + 86_400 })

/** What Alice's server knows of declines. She is signed out. */
let declines: readonly WireDecline[] = []
beforeEach(() => {
  declines = []
  vi.stubGlobal('fetch', async (input: string | URL | Request): Promise<Response> => {
    const { pathname } = new URL(input instanceof Request ? input.url : input, 'http://offer.test')
    if (pathname === '/api/session') return Response.json({ success: true, session: null })
    if (pathname === `/api/declines/${alice}`) return Response.json({ success: true, declines })
    throw new TypeError('fetch failed')
  })
})
afterEach(() => vi.unstubAllGlobals())

/** The lists below the swap page's table. */
function SwapLists() {
  return <SwapOffers actions={useOfferActions()} />
}

describe('given an offer that its recipient declined', () => {
  const decline = (by: WireDecline['by'], offerId: WireDecline['offerId']): WireDecline => ({
    offerId,
    by,
    at: nowS - 30,
    reason: 'own-words',
    text: 'Not for Night Guard',
    hasText: true,
  })
  const note = async (shown: Offer, by: WireDecline['by']) => {
    const room = openRoom('general')
    declines = [decline(by, shown.id)]
    const mayAccept = shown.recipient === alice
    const page = (
      <>
        <TableNotes offer={shown} mayAccept={mayAccept} onRead={() => undefined} />
        <OfferReplies offer={shown} isBrief />
      </>
    )
    await aliceAt(page)(room)
    return screen.findByText(/declined this offer/)
  }

  it('tells the creator who, when and why, with the way to take everything back', async () => {
    expect((await note(offered(), bob)).textContent).toContain('0x3C44…93BC declined this offer')
    expect(screen.getByText('“Not for Night Guard”')).toBeDefined()
    expect(screen.getByText(declineText.declinedBrief('“Not for Night Guard”'))).toBeDefined()
    expect(screen.getByRole('link', { name: /^Change it/ })).toBeDefined()
  })

  it('is cancelled by its creator in one press, which takes everything back', async () => {
    const room = openRoom('general')
    const mine = offered()
    declines = [decline(bob, mine.id)]
    await aliceAt(<TableNotes offer={mine} mayAccept={false} onRead={() => undefined} />, { sent: [mine] })(room)
    fireEvent.click(await screen.findByRole('button', { name: declineText.takeBack }))
    await waitFor(() => {
      const { running, last } = room.session.actions.getState()
      expect(running ?? last).toMatchObject({ kind: 'cancel', subject: mine.id })
    })
  })

  it('waits with taking everything back while another action runs', async () => {
    const room = openRoom('general')
    const mine = offered()
    declines = [decline(bob, mine.id)]
    await aliceAt(<TableNotes offer={mine} mayAccept={false} onRead={() => undefined} />, { sent: [mine] })(room)
    const takeBack = await screen.findByRole<HTMLButtonElement>('button', { name: declineText.takeBack })
    expect(takeBack.disabled).toBe(false)
    act(() => room.session.actions.setState({ running: { kind: 'claim', subject: bob, steps: [] } }))
    expect(takeBack.disabled).toBe(true)
  })

  it('tells the recipient that they did, and lets them change their mind', async () => {
    expect((await note(offer, alice)).textContent).toMatch(/^You declined this offer.*You can still accept it/)
    expect(screen.queryByRole('button', { name: declineText.takeBack })).toBeNull()
    expect(screen.getByText(declineText.declined)).toBeDefined()
  })
})

describe('given an offer of mine that is countered at a table', () => {
  it('leads there, and to no other table with its recipient', async () => {
    const mine = offered()
    const played = new PlayedTable({ opener: bob, guest: alice }, dealOfOffer(mine, 'guest'))
    const plain = { ...played.head, tableId: 'P'.repeat(22) }
    vi.stubGlobal('fetch', async (input: string | URL | Request): Promise<Response> => {
      const { pathname, searchParams } = new URL(input instanceof Request ? input.url : input, 'http://offer.test')
      if (pathname === '/api/session')
        return Response.json({ success: true, session: { address: alice, expiresAt: nowS + 900 } })
      if (pathname === '/api/tables' && searchParams.get('with') === bob)
        return Response.json({
          success: true,
          tables: [plain, { ...played.head, counters: mine.id }],
          nextCursor: null,
        })
      throw new TypeError('fetch failed')
    })
    const page = <TableNotes offer={mine} mayAccept={false} onRead={() => undefined} />
    await aliceAt(page, { sent: [mine] })(openRoom('general'))
    const link = await screen.findByRole('link', { name: compareText.openTable })
    expect(link.getAttribute('href')).toBe(`/table/${played.table.id}`)
    expect(screen.getByText(compareText.counteredAt)).toBeDefined()
  })
})

describe('given an offer to me', () => {
  it('can be countered with its terms, or declined with a reason or words of at most 280 characters', async () => {
    const room = openRoom('general')
    await aliceAt(<OfferReplies offer={offer} isBrief={false} />)(room)
    const link = await screen.findByRole('link', { name: /^Counter/ })
    expect(link.getAttribute('href')).toBe(`/table/new?counters=${offer.id}`)
    fireEvent.click(screen.getByRole('button', { name: /^Decline/ }))
    const dialog = within(screen.getByRole('dialog', { name: declineText.title }))
    expect(await dialog.findAllByRole('radio')).toHaveLength(Object.keys(declineReasonText).length)
    const words = dialog.getByRole<HTMLTextAreaElement>('textbox')
    const send = dialog.getByRole<HTMLButtonElement>('button', { name: declineText.decline })
    fireEvent.click(dialog.getByRole('radio', { name: declineReasonText['own-words'] }))
    expect(send.disabled).toBe(true)
    fireEvent.change(words, { target: { value: '🐠'.repeat(281) } })
    expect(words.value).toBe('🐠'.repeat(280))
    expect(send.disabled).toBe(false)
  })

  it.each([
    ['on its own page', <OfferPage key="page" idText={offer.id} />],
    ['in the list below the table', <SwapLists key="list" />],
    ['in the list of all trades', <PendingTradesPage key="all" />],
  ])('can be countered or declined %s', async (_, page) => {
    const room = openRoom('general')
    await aliceAt(page, { received: [offer], trades: [offer], approved: 'all' })(room)
    await screen.findByRole('link', { name: /^Counter/ }, patience)
    fireEvent.click(await screen.findByRole('button', { name: /^Decline/ }))
    expect(await screen.findByRole('dialog', { name: declineText.title })).toBeDefined()
  })

  it('is countered at a table of the portal whose list it is in', async () => {
    await aliceAt(<OfferReplies offer={offer} isBrief />)(openRoom('aso'))
    const link = await screen.findByRole('link', { name: /^Counter/ })
    expect(link.getAttribute('href')).toBe(`/table/new?counters=${offer.id}&portal=ASOverse`)
  })
})
