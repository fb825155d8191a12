import { type Nft, nftKey } from '@parley/domain'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import DealContext from '../src/features/context/DealContext.lazy.tsx'
import { queryKeys } from '../src/services/queries.ts'
import { contextText as words } from '../src/text/context.lazy.ts'
import { aso, dokyo, offerId, openRoom, patience } from './text/room.tsx'

const nft = (contract: Nft['contract'], tokenId: bigint): Nft => ({ contract, tokenId })
const gives = [nft(dokyo, 1n), nft(dokyo, 2n)]
const gets = [nft(dokyo, 7n), nft(aso, 8n)]

const traits = {
  1: [{ trait: 'Face', value: 'Oni' }],
  2: [
    { trait: 'Face', value: 'Fox' },
    { trait: 'Paint', value: 'Red' },
  ],
  7: [
    { trait: 'Face', value: 'Fox' },
    { trait: 'Paint', value: 'Red' },
    { trait: 'Horns', value: 'None' },
  ],
} as const

const asked: string[] = []

/** A server that knows one swap of Dokyo, and none of others. */
function answer(isFailing = false): void {
  vi.stubGlobal('fetch', async (input: string | URL | Request): Promise<Response> => {
    const { pathname } = new URL(input instanceof Request ? input.url : input, 'http://context.test')
    asked.push(pathname)
    if (isFailing) throw new TypeError('fetch failed')
    const swap = {
      offerId,
      at: '2026-11-20T10:00:00.000Z',
      offered: { nfts: [{ contract: dokyo, tokenId: '5' }], coins: '0' },
      requested: { nfts: [4, 5, 6].map((id) => ({ contract: aso, tokenId: String(id) })), coins: '500000000000000000' },
    }
    return Response.json({ success: true, swaps: pathname.includes(dokyo) ? [swap] : [] })
  })
}

function open(): void {
  const room = openRoom('general')
  for (const [id, attributes] of Object.entries(traits))
    room.session.queries.setQueryData([...queryKeys.nft(nftKey(nft(dokyo, BigInt(id)))), 'traits'], attributes)
  room.show(<DealContext gives={gives} gets={gets} />)
}

function unfold(): void {
  const folded = screen.getByRole('heading', { name: words.title }).closest('details')
  if (!folded) throw new Error('the context is not folded')
  folded.open = true
  fireEvent(folded, new Event('toggle'))
}

afterEach(() => {
  asked.length = 0
  vi.unstubAllGlobals()
})

describe('given a deal, and what is known of its collections', () => {
  it('asks for nothing before it is unfolded', () => {
    answer()
    open()
    expect(screen.getByRole('heading', { name: words.title })).toBeTruthy()
    expect(asked).toEqual([])
  })

  it('shows the last swaps of each collection with both sides, and the closest shared traits, and no price', async () => {
    answer()
    open()
    unfold()
    await screen.findByText(/Dokyo #5 for ASO #4, ASO #5, \+1, 0\.5 AVAX/, {}, patience)
    expect(screen.getByRole('heading', { name: words.last('ASO') })).toBeTruthy()
    await screen.findByText(words.none, {}, patience)
    expect(screen.getByRole('link', { name: /20 Nov/ }).getAttribute('href')).toBe(`/p2p/${offerId}`)
    // The ASO has no other of its collection to be compared with.
    expect(screen.getAllByText(/traits in common/).map(({ textContent }) => textContent)).toEqual([
      words.shared('Dokyo #7', '#2', 2, 3),
    ])
    expect(document.body.textContent).not.toMatch(/floor|worth \d|price|rarity/i)
  })

  it('says that the server did not answer', async () => {
    answer(true)
    open()
    unfold()
    await waitFor(() => expect(screen.getAllByText(words.unread)).toHaveLength(2), patience)
  })

  it('shows nothing for unknown collections', () => {
    answer()
    openRoom('general').show(<DealContext gives={[nft('0x1111111111111111111111111111111111111111', 1n)]} gets={[]} />)
    expect(screen.queryByRole('heading', { name: words.title })).toBeNull()
  })
})
