import type { Address } from '@parley/domain'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { act } from 'react'
import { encodeFunctionData, erc721Abi, pad } from 'viem'
import { beforeEach, describe, expect, it } from 'vitest'
import HeaderBell from '../src/app/HeaderBell.lazy.tsx'
import InboxPage from '../src/pages/InboxPage.tsx'
import { queryKeys } from '../src/services/queries.ts'
import { inboxItemText, inboxText } from '../src/text/inbox.lazy.ts'
import { aliceAt, offered, toAlice } from './text/givenLists.ts'
import { alice, aso, bob, escrow, openRoom, patience, reverted, type Room } from './text/room.tsx'

const carol = '0x90F79bf6EB2c4f870365E785982E1f101E93b906'

/** Sets the owner of an NFT of the deal: 1 is offered, 2 is asked for. */
function holds({ session, calls }: Room, tokenId: bigint, owner: Address): void {
  calls.set(encodeFunctionData({ abi: erc721Abi, functionName: 'ownerOf', args: [tokenId] }), pad(owner))
  act(() => session.queries.setQueryData(queryKeys.holder(`${aso.toLowerCase()}/${tokenId}`), owner))
}
const row = (title: string) => screen.queryByRole('article', { name: title })
const dot = (title: string) => screen.queryByRole('button', { name: new RegExp(`${inboxText.markOne}: ${title}`) })

beforeEach(() => localStorage.clear())

describe('given an inbox that this browser derives', () => {
  it('tells of each NFT that leaves, and of one that was read once more where it leaves again', async () => {
    const room = openRoom('general')
    await aliceAt(<InboxPage />, { sent: [offered()], requestedHeldBy: carol })(room)
    const title = inboxItemText.movedWanted(1)
    holds(room, 1n, escrow)
    await waitFor(() => expect(dot(title)).not.toBeNull(), patience)
    fireEvent.click(dot(title) ?? document.body)
    await waitFor(() => expect(dot(title)).toBeNull())
    expect(row(title)).not.toBeNull()
    holds(room, 2n, bob)
    await waitFor(() => expect(row(title)).toBeNull())
    holds(room, 2n, carol)
    await waitFor(() => expect(dot(title)).not.toBeNull())
  })

  it('tells of one that was burned, though its collection knows it no more', async () => {
    const room = openRoom('general')
    await aliceAt(<InboxPage />, { sent: [offered()], requestedHeldBy: bob })(room)
    holds(room, 1n, escrow)
    const asked = encodeFunctionData({ abi: erc721Abi, functionName: 'ownerOf', args: [2n] })
    room.calls.set(asked, reverted)
    const { queries } = room.session
    const owner = queryKeys.owner(`${aso.toLowerCase()}/2`)
    await act(() => queries.resetQueries({ queryKey: owner }))
    await waitFor(() => expect(row(inboxItemText.movedWanted(1))).not.toBeNull(), patience)
    // Other readers of the owner fail instead.
    expect(queries.getQueryData(owner)).toBeUndefined()
  })

  it.each([
    ['all', 'memory', 'index'],
    ['older', 'chain', 'chain'],
  ] as const)(
    'says that it cannot know whether something needs you, where %s may be missing',
    async (missing, received, sent) => {
      const room = openRoom('general')
      const both = (
        <>
          <HeaderBell />
          <InboxPage />
        </>
      )
      await aliceAt(both)(room)
      await screen.findByRole('link', { name: inboxText.bell(0, 0, 'offers') }, patience)
      act(() => {
        room.session.queries.setQueryData(queryKeys.received(alice), { offers: [], source: received })
        room.session.queries.setQueryData(queryKeys.sent(alice), { offers: [], source: sent })
      })
      await screen.findByText(inboxText.missingTitle[missing], undefined, patience)
      expect(screen.queryByText(inboxText.empty)).toBeNull()
      expect(screen.getByRole('link', { name: inboxText.bell(0, 0, 'part') })).toBeTruthy()
      expect(inboxText.bell(0, 1, 'part')).toBe('Inbox: not known yet whether something needs you, 1 unread')
    },
  )

  it.each([
    ['its creator', { sent: [offered()] }, true],
    ['its recipient', { received: [offered(toAlice)] }, false],
  ] as const)('tells %s of an offered NFT that left the escrow, until it is back', async (_, known, isOwn) => {
    const room = openRoom('general')
    await aliceAt(<InboxPage />, known)(room)
    const title = inboxItemText.movedOffered(1, isOwn)
    holds(room, 2n, bob)
    holds(room, 1n, carol)
    await waitFor(() => expect(row(title)).not.toBeNull(), patience)
    holds(room, 1n, escrow)
    await waitFor(() => expect(row(title)).toBeNull())
  })
})
