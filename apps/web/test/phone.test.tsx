import type { Offer } from '@parley/domain'
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { OfferHead } from '../src/pages/offer/OfferHead.tsx'
import OfferPage from '../src/pages/OfferPage.tsx'
import SwapPage from '../src/pages/SwapPage.tsx'
import { addTo, commitRecipient, removeDeal } from '../src/services/drafts.ts'
import { contextText } from '../src/text/context.lazy.ts'
import { offerText } from '../src/text/offer.lazy.ts'
import { phoneQuery } from '../src/ui/useMedia.ts'
import { aliceAt, held, offered, toAlice } from './text/givenLists.ts'
import { alice, bob, offerId, openRoom, patience } from './text/room.tsx'

beforeEach(() =>
  vi.stubGlobal('matchMedia', (query: string) => ({
    matches: query === phoneQuery,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  })),
)
afterEach(() => vi.unstubAllGlobals())

it.each([
  ['shows the friend’s NFTs once they are named, after one’s own were chosen', 'before', 1],
  ['stays with whoever began to choose their own since the address was typed', 'after', 0],
] as const)('a phone %s', async (_, chosen, shown) => {
  const room = openRoom('general')
  const store = room.session.drafts.of(room.portal.key)
  await aliceAt(<SwapPage />, { holdings: { [alice]: [held(1n)], [bob]: [held(2n)] } })(room)
  const choose = () => act(async () => addTo(store, 'own', held(1n)))
  if (chosen === 'before') await choose()
  await act(async () => store.setState({ recipientText: bob }))
  if (chosen === 'after') await choose()
  await act(async () => commitRecipient(store))
  const tabs = screen.getAllByRole('tab')
  expect(tabs.map((tab) => tab.getAttribute('aria-selected'))).toEqual([`${shown === 0}`, `${shown === 1}`])
})

it('a phone’s sheet goes with the deal that was created, and can still be opened on an empty table', async () => {
  const room = openRoom('general')
  const store = room.session.drafts.of(room.portal.key)
  await aliceAt(<SwapPage />, { holdings: { [alice]: [held(1n)] } })(room)
  await act(async () => addTo(store, 'own', held(1n)))
  const open = async () => fireEvent.click(await screen.findByRole('button', { name: /Review deal/ }, patience))
  const sheet = () => document.querySelector('.dialog-sheet')
  await open()
  await waitFor(() => expect(sheet()).not.toBeNull(), patience)
  await act(async () => removeDeal(store, { offered: [held(1n)], requested: [], coins: null }))
  expect(sheet()).toBeNull()
  await open()
  expect(sheet()).not.toBeNull()
})

it('a phone keeps hiding and blocking behind one button of an offer’s head', async () => {
  const { show } = openRoom('general')
  const standing = {
    viewer: alice,
    role: 'recipient',
    status: 'active',
    act: 'accept',
    ownsAll: true,
    ownsAny: true,
  } as const
  show(<OfferHead offer={offered(toAlice)} standing={standing} chainLine={null} />)
  const more = screen.getByRole('button', { name: offerText.more })
  const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))
  expect(screen.queryByRole('button', { name: offerText.hide })).toBeNull()
  fireEvent.click(more)
  expect(more.getAttribute('aria-expanded')).toBe('true')
  await screen.findByRole('button', { name: offerText.hide }, patience)
  press(offerText.hide)
  press(offerText.unhide)
  press(offerText.block)
  press(offerText.unblock)
  fireEvent.click(more)
  expect(screen.queryByRole('button', { name: offerText.block })).toBeNull()
})

describe('the bar of a phone on an offer’s page', () => {
  const bar = () => screen.findByRole('button', { name: 'Offer: Accept This Offer', hidden: true }, patience)
  const inSlip = (name: string) => screen.findByRole('button', { name, hidden: true }, patience)
  const known = (changed: Partial<Offer> = {}) =>
    ({ received: [offered({ ...toAlice, ...changed })], approved: 'all' }) as const

  it('says that something is under way, in place of the next step', async () => {
    const room = openRoom('general')
    await aliceAt(<OfferPage idText={offerId} />, known())(room)
    const pressed = await bar()
    act(() => room.session.actions.setState({ running: { kind: 'claim', subject: `0x${'ee'.repeat(32)}`, steps: [] } }))
    expect(pressed.textContent).toBe('PROCESSING...')
  })

  it('leads to the button that accepts', async () => {
    await aliceAt(<OfferPage idText={offerId} />, known())(openRoom('general'))
    const accept = await inSlip('Accept This Offer')
    await waitFor(() => expect(accept.className).toContain('btn-stamp'), patience)
    fireEvent.click(await bar())
    expect(document.activeElement).toBe(accept)
  })

  it('leads to the tick that accepting waits for', async () => {
    const requested = Array.from({ length: 10 }, (_, at) => held(BigInt(at + 2)))
    await aliceAt(<OfferPage idText={offerId} />, known({ requested }))(openRoom('general'))
    const tick = await screen.findByRole('checkbox', { name: contextText.lopsided(10, 1, 0n), hidden: true }, patience)
    const scrolled = vi.spyOn(tick, 'scrollIntoView')
    fireEvent.click(await bar())
    expect(document.activeElement).toBe(tick)
    expect(scrolled).toHaveBeenCalledOnce()
  })
})
