import { fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import OfferPage from '../src/pages/OfferPage.tsx'
import { AcceptReview } from '../src/pages/offer/AcceptReview.tsx'
import { compareText } from '../src/text/agreement.lazy.ts'
import { generalMessages } from '../src/text/catalogue.ts'
import { offerText } from '../src/text/offer.lazy.ts'
import { aliceAt, offered, toAlice } from './text/givenLists.ts'
import { alice, openRoom } from './text/room.tsx'

const nowS = Math.floor(Date.now() / 1000)
const offer = offered(toAlice)

/** Alice is signed in; what the server says of her tables. */
let tables: 'none' | 'failing' | 'endless'
beforeEach(() => {
  vi.stubGlobal('fetch', async (input: string | URL | Request): Promise<Response> => {
    const { pathname } = new URL(input instanceof Request ? input.url : input, 'http://offer.test')
    if (pathname === '/api/session')
      return Response.json({ success: true, session: { address: alice, expiresAt: nowS + 900 } })
    if (pathname === `/api/declines/${alice}`) return Response.json({ success: true, declines: [] })
    if (pathname !== '/api/tables' || tables === 'failing') throw new TypeError('fetch failed')
    return Response.json({ success: true, tables: [], nextCursor: tables === 'endless' ? 'more' : null })
  })
})
afterEach(() => vi.unstubAllGlobals())

const accepts = {
  'its review': generalMessages.acceptTrade,
  'its own page': offerText.accept,
}
type Place = keyof typeof accepts

async function open(place: Place) {
  const review = <AcceptReview offer={offer} onClose={() => undefined} onAccept={() => undefined} />
  const shown = place === 'its own page' ? <OfferPage idText={offer.id} /> : review
  await aliceAt(shown, { received: [offer], approved: 'all' })(openRoom('general'))
  const button = () => screen.getByRole<HTMLButtonElement>('button', { name: accepts[place], hidden: true })
  return { button }
}

const places: readonly Place[] = ['its review', 'its own page']

describe('given an offer that cannot be compared with what was agreed', () => {
  it.each(places)('is accepted in %s after one tick, if tables have no end', async (place) => {
    tables = 'endless'
    const { button } = await open(place)
    const box = await screen.findByRole('checkbox', { name: compareText.acceptUnread, hidden: true })
    expect(button().disabled).toBe(true)
    expect(screen.getByText(compareText.tickUnread)).toBeDefined()
    fireEvent.click(box)
    expect(button().disabled).toBe(false)
  })

  it.each(places)('is compared in %s by another try, which keeps its place', async (place) => {
    tables = 'failing'
    const { button } = await open(place)
    const again = await screen.findByRole('button', { name: compareText.compareAgain, hidden: true })
    again.focus()
    fireEvent.click(again)
    // It fails once more.
    await waitFor(() => expect(again.getAttribute('aria-busy')).toBe('true'))
    await waitFor(() => expect(again.getAttribute('aria-busy')).toBeNull())
    expect(document.activeElement === again).toBe(true)
    tables = 'none'
    fireEvent.click(again)
    await waitFor(() => expect(again.isConnected).toBe(false))
    expect(screen.queryByText(compareText.unread)).toBeNull()
    await waitFor(() => expect(document.activeElement === button()).toBe(true))
    expect(button().disabled).toBe(false)
  })
})
