import { act, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import SwapPage from '../src/pages/SwapPage.tsx'
import { addTo, commitRecipient } from '../src/services/drafts.ts'
import { phoneQuery } from '../src/ui/useMedia.ts'
import { aliceAt, held } from './text/givenLists.ts'
import { alice, bob, openRoom } from './text/room.tsx'

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
