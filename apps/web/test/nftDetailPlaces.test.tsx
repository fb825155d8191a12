import { fireEvent, screen, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { beforeEach, describe, expect, it } from 'vitest'
import DealSheet from '../src/features/draft/DealSheet.lazy.tsx'
import DraftSidePrints from '../src/features/draft/DraftSidePrints.lazy.tsx'
import { useDraft } from '../src/features/draft/useDraft.ts'
import { AcceptReview } from '../src/pages/offer/AcceptReview.tsx'
import OfferPage from '../src/pages/OfferPage.tsx'
import SwapPage from '../src/pages/SwapPage.tsx'
import WalletPage from '../src/pages/WalletPage.tsx'
import { tableText } from '../src/text/swap.lazy.ts'
import { gridText, slipListLabel } from '../src/text/swap.ts'
import { aliceAt, held, knowOffers, offered, toAlice, type Known } from './text/givenLists.ts'
import { alice, aso, bob, dokyo, openRoom, patience, type Room } from './text/room.tsx'

const offer = offered(toAlice)
const received: Known = { received: [offer], approved: 'all' }
const mine = held(1n)
const theirs = held(2n, { contract: dokyo, collectionName: 'Dokyo', name: 'Dokyo #2' })
const holdings = { [alice]: [mine], [bob]: [theirs] }

function Side() {
  return <DraftSidePrints side={useDraft().own} letter="A" placeText="" />
}

function Sheet() {
  return <DealSheet open onClose={() => undefined} draft={useDraft()} slip={null} />
}

function choose(room: Room): void {
  room.session.drafts.of(room.portal.key).setState({ own: [mine] })
}

beforeEach(() => localStorage.clear())

describe('given an NFT that a user decides on', () => {
  it.each<[string, ReactNode, Known]>([
    ['an offer’s page', <OfferPage key="page" idText={offer.id} />, received],
    [
      'the dialog before accepting',
      <AcceptReview key="review" offer={offer} onClose={() => undefined} onAccept={() => undefined} />,
      received,
    ],
    ['a draft’s prints', <Side key="side" />, { holdings }],
    ['a phone’s sheet of the deal', <Sheet key="sheet" />, { holdings }],
    ['the page of a wallet', <WalletPage key="wallet" addressText={alice} />, { holdings }],
  ])('its picture on %s opens all that is known of it', async (_, place, known) => {
    const room = openRoom('general')
    choose(room)
    await aliceAt(place, known)(room)
    const name = gridText.details('ASO #1')
    fireEvent.click(await screen.findByRole('button', { name, hidden: true }, patience))
    // The frame opens first, what is known follows in the next.
    await waitFor(() => {
      const shown = document.querySelector('.nft-detail')?.textContent
      expect(shown).toContain(aso)
      expect(shown).toContain('Owner')
    }, patience)
  })

  it.each<[string, Known]>([
    ['an open offer', received],
    ['a swap', { received: [{ ...offer, settlement: { kind: 'completed', by: alice, txHash: null, atS: null } }] }],
  ])('its picture opens it for a visitor too, on the page of %s', async (_, known) => {
    const room = openRoom('general')
    knowOffers(room, known)
    room.show(<OfferPage idText={offer.id} />)
    fireEvent.click(await screen.findByRole('button', { name: gridText.details('ASO #1'), hidden: true }, patience))
    await waitFor(() => expect(document.querySelector('.nft-detail')?.textContent).toContain(aso), patience)
  })

  it('its contract is written in full, with emphasised ends, on the sheet where a phone creates the offer', async () => {
    const room = openRoom('general')
    choose(room)
    await aliceAt(<Sheet />, { holdings })(room)
    const address = await waitFor(() => {
      const found = document.querySelector('.item-row .whole-address')
      if (!found) throw new Error('no address')
      return found
    }, patience)
    expect(address.textContent).toBe(aso)
    const ends = [...address.querySelectorAll('b')].map(({ textContent }) => textContent)
    expect(ends).toEqual([aso.slice(0, 6), aso.slice(-4)])
  })
})

describe('given the slip of a draft', () => {
  async function openSlip(change: (room: Room) => void): Promise<HTMLElement> {
    const room = openRoom('general')
    change(room)
    await aliceAt(<SwapPage />, { holdings })(room)
    const list = await screen.findByRole('group', { name: slipListLabel, hidden: true }, patience)
    const slip = list.closest<HTMLElement>('.slip')
    if (!slip) throw new Error('no slip')
    return slip
  }

  it('names no price while nothing is chosen', async () => {
    const slip = await openSlip(() => undefined)
    expect(slip.textContent).toContain(tableText.empty)
    expect(slip.textContent).toContain(tableText.costLater)
    expect(slip.textContent).not.toMatch(/0 for 0|AVAX/)
  })

  it('names each collection’s contract once, in full', async () => {
    const slip = await openSlip((room) =>
      room.session.drafts
        .of(room.portal.key)
        .setState({ own: [mine, held(3n)], asked: bob, recipientText: bob, friend: [theirs] }),
    )
    expect(slip.textContent).toMatch(/2 for 1.*AVAX/)
    await waitFor(() => expect(slip.querySelectorAll('.deal-contracts dd')).toHaveLength(2), patience)
    expect([...slip.querySelectorAll('.deal-contracts dd')].map(({ textContent }) => textContent)).toEqual([aso, dokyo])
  })
})
