import { act, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import SwapPage from '../src/pages/SwapPage.tsx'
import { commitRecipient } from '../src/services/drafts.ts'
import { holdingsText } from '../src/text/swap.lazy.ts'
import { slipListLabel } from '../src/text/swap.ts'
import { aliceAt, held } from './text/givenLists.ts'
import { alice, bob, openRoom, patience } from './text/room.tsx'

/** The swap page of two wallets, with the recipient known. */
async function openTable() {
  const room = openRoom('general')
  const store = room.session.drafts.of(room.portal.key)
  await aliceAt(<SwapPage />, { holdings: { [alice]: [held(2n), held(1n)], [bob]: [held(3n)] } })(room)
  await act(async () => {
    store.setState({ recipientText: bob })
    commitRecipient(store)
  })
  const grids = await screen.findAllByRole('listbox', {}, patience)
  return {
    tile: () => within(grids[0] ?? document.body).getAllByRole('option')[0],
    slip: await screen.findByRole('group', { name: slipListLabel }, patience),
  }
}

const press = (element: HTMLElement | undefined): Promise<void> => beforeNextFrame(() => element?.click())

/** Does something as a browser does, and runs what React does before the next frame. */
async function beforeNextFrame(deed: () => void): Promise<void> {
  Reflect.set(globalThis, 'IS_REACT_ACT_ENVIRONMENT', false)
  try {
    deed()
    for (let turn = 0; turn < 10; turn += 1) await Promise.resolve()
  } finally {
    Reflect.set(globalThis, 'IS_REACT_ACT_ENVIRONMENT', true)
  }
}

describe('given a press on an NFT', () => {
  it('shows on its tile before the slip follows', async () => {
    const { tile, slip } = await openTable()
    const before = slip.textContent
    await press(tile())
    expect(tile()?.getAttribute('aria-selected')).toBe('true')
    expect(slip.textContent).toBe(before)
    expect(await within(slip).findByText(/A1/, {}, patience)).toBeDefined()
  })
})

describe('given another order of a wallet', () => {
  it('shows in its list before the tiles move', async () => {
    const { tile } = await openTable()
    const [order] = screen.getAllByRole<HTMLSelectElement>('combobox', { name: holdingsText.sortBy })
    await beforeNextFrame(() => {
      if (order) order.value = 'name'
      order?.dispatchEvent(new Event('change', { bubbles: true }))
    })
    expect(order?.value).toBe('name')
    expect(tile()?.textContent).toContain('#2')
    await waitFor(() => expect(tile()?.textContent).toContain('#1'), patience)
  })
})
