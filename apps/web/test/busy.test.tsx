import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import OfferPage from '../src/pages/OfferPage.tsx'
import PendingTradesPage from '../src/pages/PendingTradesPage.tsx'
import SwapPage from '../src/pages/SwapPage.tsx'
import { phoneQuery } from '../src/ui/useMedia.ts'
import { aliceAt, held, offered, ranOut, toAlice } from './text/givenLists.ts'
import { alice, bob, offerId, openRoom, type Room } from './text/room.tsx'

const id = (digits: string) => `0x${digits.repeat(32)}` as const
const lists = {
  sent: [offered({ id: id('a1') }), offered({ id: id('b2'), ...ranOut })],
  received: [offered({ id: id('c3'), ...toAlice }), offered({ id: id('d4'), ...toAlice, ...ranOut })],
  holdings: { [alice]: [held(1n)] },
}

const button = (name: string | RegExp) => screen.getByRole<HTMLButtonElement>('button', { name, hidden: true })

async function given(page: React.ReactNode, known = {}): Promise<Room> {
  const room = openRoom('general')
  await aliceAt(page, known)(room)
  return room
}

/** Expects buttons to be enabled, and disabled once an action on another offer runs. */
async function expectHeld(room: Room, names: readonly (string | RegExp)[]): Promise<void> {
  await waitFor(() =>
    expect(names.map((name) => [name, button(name).disabled])).toEqual(names.map((name) => [name, false])),
  )
  act(() => room.session.actions.setState({ running: { kind: 'claim', subject: id('ee'), steps: [] } }))
  expect(names.map((name) => [name, button(name).disabled])).toEqual(names.map((name) => [name, true]))
}

beforeEach(() => localStorage.clear())

describe('while any action runs', () => {
  it('no other can be begun on the swap page, nor its lists be read again', async () => {
    const room = await given(<SwapPage />, lists)
    await waitFor(() => expect(document.querySelector('.approvals details')).not.toBeNull())
    const approvals = document.querySelector<HTMLDetailsElement>('.approvals details')
    act(() => {
      if (approvals) approvals.open = true
      if (approvals) fireEvent(approvals, new Event('toggle'))
    })
    await expectHeld(room, [
      'CREATE SWAP OFFER',
      'SYNC OFFERS',
      'refresh my NFTs',
      'APPROVE NEXT COLLECTION',
      /^Cancel Offer/,
      /^Accept Trade/,
      /^Return Expired/,
      /^Recover NFTs from Escrow/,
    ])
  })

  it('nor while the lists are synced, which may move an offer from under the pointer', async () => {
    const room = await given(<SwapPage />, lists)
    const names = ['CREATE SWAP OFFER', /^Cancel Offer/, /^Accept Trade/, /^Return Expired/]
    await waitFor(() => expect(names.map((name) => button(name).disabled)).toEqual(names.map(() => false)))
    const answer = Promise.withResolvers<void>()
    Object.assign(room.session.api, { request: () => answer.promise.then(() => Promise.reject(new Error('away'))) })
    fireEvent.click(button('SYNC OFFERS'))
    await waitFor(() => expect(names.map((name) => button(name).disabled)).toEqual(names.map(() => true)))
    expect(button('SYNCING...').disabled).toBe(false)
    answer.resolve()
    await waitFor(() => expect(names.map((name) => button(name).disabled)).toEqual(names.map(() => false)))
  })

  it('an offer can’t be cancelled on its page', async () => {
    const room = await given(<OfferPage idText={offerId} />, { sent: [offered()], requestedHeldBy: bob })
    await expectHeld(room, ['Cancel This Offer'])
  })

  it('a phone’s bar on an offer’s page says so, in place of the next step', async () => {
    vi.stubGlobal('matchMedia', (query: string) => ({
      matches: query === phoneQuery,
      addEventListener: () => undefined,
      removeEventListener: () => undefined,
    }))
    onTestFinished(() => {
      vi.unstubAllGlobals()
    })
    const known = { received: [offered(toAlice)], approved: 'all' } as const
    const room = await given(<OfferPage idText={offered(toAlice).id} />, known)
    const bar = await screen.findByRole('button', { name: 'Offer: Accept This Offer', hidden: true })
    act(() => room.session.actions.setState({ running: { kind: 'claim', subject: id('ee'), steps: [] } }))
    expect(bar.textContent).toBe('PROCESSING...')
  })

  it('pending trades can’t be read again', async () => {
    await expectHeld(await given(<PendingTradesPage />), ['Refresh'])
  })
})
