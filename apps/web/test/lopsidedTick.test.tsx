import type { Nft } from '@parley/domain'
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { LopsidedTick } from '../src/features/context/LopsidedTick.tsx'
import SwapPage from '../src/pages/SwapPage.tsx'
import { addTo, commitRecipient } from '../src/services/drafts.ts'
import { contextText } from '../src/text/context.lazy.ts'
import { aliceAt, held } from './text/givenLists.ts'
import { alice, bob, openRoom, patience } from './text/room.tsx'

describe('given the slip of a lop-sided deal', () => {
  it('holds its button until the tick, and asks again for another deal', () => {
    const nfts = (count: number): Nft[] =>
      Array.from({ length: count }, (_, at) => ({
        contract: '0x51033FDc8C3e2C6387Fe1cC15F0c58Dbd31e5971',
        tokenId: BigInt(at),
      }))
    const holds: boolean[] = []
    const tick = (count: number) => (
      <LopsidedTick gives={nfts(count)} gets={nfts(1)} receivedWei={0n} onHold={(now) => holds.push(now)} />
    )
    const { rerender } = render(tick(9))
    expect(screen.queryByRole('checkbox')).toBeNull()
    rerender(tick(10))
    expect(holds.at(-1)).toBe(true)
    fireEvent.click(screen.getByRole('checkbox'))
    expect(holds.at(-1)).toBe(false)
    rerender(tick(11))
    expect(holds.at(-1)).toBe(true)
  })

  it('is asked once on the swap page, before the offer can be created', async () => {
    const room = openRoom('general')
    const store = room.session.drafts.of(room.portal.key)
    const ten = Array.from({ length: 10 }, (_, at) => held(BigInt(at + 1)))
    const theirs = held(99n)
    await aliceAt(<SwapPage />, { holdings: { [alice]: ten, [bob]: [theirs] } })(room)
    await act(async () => {
      store.setState({ recipientText: bob })
      commitRecipient(store)
    })
    await act(async () => {
      for (const nft of ten) addTo(store, 'own', nft)
      addTo(store, 'friend', theirs)
    })
    const create = () => screen.getByRole<HTMLButtonElement>('button', { name: 'CREATE SWAP OFFER' })
    const box = await screen.findByRole('checkbox', { name: contextText.lopsided(10, 1, 0n) }, patience)
    expect(create().disabled).toBe(true)
    fireEvent.click(box)
    await waitFor(() => expect(create().disabled).toBe(false))
  })
})
