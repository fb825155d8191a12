import { type Offer, nftKey } from '@parley/domain'
import { act, cleanup, screen, waitFor, within } from '@testing-library/react'
import { encodeFunctionData, erc721Abi, pad } from 'viem'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { queryKeys } from '../../src/services/queries.ts'
import { tablePageText, tableSlipText } from '../../src/text/table.lazy.ts'
import { offered, ranOut } from '../text/givenLists.ts'
import { alice, bob, dokyo, escrow, offerId, type Room } from '../text/room.tsx'
import { sit, slip } from './sit.tsx'

afterEach(() => vi.unstubAllGlobals())

function owns({ calls }: Room, tokenId: bigint, owner: `0x${string}`): void {
  calls.set(encodeFunctionData({ abi: erc721Abi, functionName: 'ownerOf', args: [tokenId] }), pad(owner))
}
const tags = () => [...document.querySelectorAll('.print-tag, .row-moved')].map(({ textContent }) => textContent)

/** An offer of the table's NFTs. */
const nfts: Pick<Offer, 'offered' | 'requested'> = {
  offered: [{ contract: dokyo, tokenId: 1n }],
  requested: [{ contract: dokyo, tokenId: 2n }],
}

describe('given an NFT on the table that has moved', () => {
  it('says so on its print and above the ticks', async () => {
    await sit('', alice, null, null, (room) => {
      owns(room, 1n, alice)
      owns(room, 2n, dokyo)
    })
    await screen.findByText(tablePageText.moved('Dokyo #2', 1))
    expect(tags()).toEqual([tablePageText.leftTheirWallet])
    expect((await slip('Version 1')).textContent).toContain(tablePageText.moved('Dokyo #2', 1))
  })

  it('says that it is locked in another offer, on either side', async () => {
    await sit('', bob, null, null, (room) => {
      owns(room, 1n, escrow)
      owns(room, 2n, escrow)
    })
    await screen.findByText(tablePageText.moved('Dokyo #2 and Dokyo #1', 2))
    expect(tags()).toEqual([tablePageText.inAnotherOffer, tablePageText.inAnotherOffer])
  })

  it('asks for a counter first, since the deal can’t be locked in; being ready stays possible', async () => {
    await sit('', bob, null, null, (room) => {
      owns(room, 1n, dokyo)
      owns(room, 2n, bob)
    })
    await screen.findByText(tablePageText.moved('Dokyo #1', 1))
    const { counter, ready, decline } = tableSlipText
    const stub = within(await slip('Version 1')).getAllByRole('button')
    expect(stub.map(({ textContent }) => textContent)).toEqual([counter, ready, decline])
  })

  it('says nothing of those that are where they should be', async () => {
    await sit('', alice, null, null, (room) => {
      owns(room, 1n, alice)
      owns(room, 2n, bob)
    })
    await slip('Version 1')
    expect(tags()).toEqual([])
  })
})

describe('given a table whose offer has expired', () => {
  it('doesn’t call what it still holds locked in another offer', async () => {
    const played = await sit('', alice, null, null, (room) => {
      const offer = offered({ ...nfts, ...ranOut })
      room.session.queries.setQueryData(queryKeys.offer(offerId), { kind: 'found', offer })
      owns(room, 1n, escrow)
      owns(room, 2n, dokyo)
    })
    await screen.findByText(tablePageText.moved('Dokyo #1 and Dokyo #2', 2))
    act(() => played.play('guest', { kind: 'tick', version: 1, isReady: true }))
    act(() => played.lockIn(offerId, 'active', { expiresAt: 1 }))
    await screen.findByText(tableSlipText.ended.expired, { selector: 'b' })
    await waitFor(() => expect(tags()).toEqual([tablePageText.leftTheirWallet]))
    expect((await slip('Version 1')).textContent).toContain(tablePageText.moved('Dokyo #2', 1))
  })
})

describe('given a table that counters an offer', () => {
  const { counteredNow, countersOffer } = tablePageText
  const settled = (kind: 'completed' | 'cancelled'): Partial<Offer> => ({
    settlement: { kind, by: kind === 'completed' ? bob : alice, atS: Math.floor(Date.now() / 1000), txHash: null },
  })

  it.each<[string, Partial<Offer>, string]>([
    ['is open', {}, countersOffer],
    ['was accepted', settled('completed'), counteredNow.completed],
    ['was taken back', settled('cancelled'), counteredNow.cancelled],
    ['has expired', ranOut, counteredNow.expired],
  ])('says to both where that %s', async (_, changed, words) => {
    for (const viewer of [alice, bob] as const) {
      cleanup()
      const rooms: Room[] = []
      await sit('', viewer, null, null, (room, played) => {
        played.table = { ...played.table, counters: offerId }
        const offer = offered({ ...nfts, ...changed })
        room.session.queries.setQueryData(queryKeys.offer(offerId), { kind: 'found', offer })
        owns(room, 1n, escrow)
        owns(room, 2n, bob)
        rooms.push(room)
      })
      await screen.findByText(words)
      const key = queryKeys.owner(nftKey({ contract: dokyo, tokenId: 1n }))
      await waitFor(() => expect(rooms[0]?.session.queries.getQueryData(key)).toBe(escrow))
      // What an open offer holds is still its creator's to give.
      await waitFor(() => expect(tags()).toHaveLength('settlement' in changed ? 1 : 0))
    }
  })
})
