import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { type EscrowAnswer, escrowedQuery, offersAtOnce } from '../../src/pages/escrow/holdings.ts'
import EscrowPage from '../../src/pages/EscrowPage.tsx'
import { escrowText as words } from '../../src/text/escrow.lazy.ts'
import { aliceAt, offered } from '../text/givenLists.ts'
import { alice, aso, escrow, openRoom, patience } from '../text/room.tsx'

const inEscrow = (digits: string) => ({
  ...offered({ id: `0x${digits.repeat(32)}`, offered: [{ contract: aso, tokenId: BigInt(`0x${digits}`) }] }),
  isActive: true,
  block: 7n,
  unreturned: [],
})

const answerOf = (ids: readonly string[], unread: number): EscrowAnswer => ({
  escrows: [{ escrow, offers: ids.map(inEscrow), owedWei: 0n, block: 7n, unread }],
  unreadable: 0,
  block: 7n,
  unread,
  isByServer: false,
})

/** Asks for older offers, once nothing is being read. */
async function readOlder(): Promise<void> {
  await waitFor(
    () => expect(screen.getByRole('button', { name: words.refresh }).getAttribute('aria-busy')).toBeNull(),
    patience,
  )
  fireEvent.click(screen.getByRole('button', { name: words.readOlder(offersAtOnce.toLocaleString('en-US')) }))
}
const rows = () => screen.getAllByRole('button', { name: words.ways.cancel }).length

describe('given an escrow with more offers than were looked at', () => {
  it('keeps what was found where reading the older ones fails, says so, and lets it be tried again', async () => {
    // The chain of this page answers nothing.
    const room = openRoom('general')
    const { queries } = room.session
    queries.setQueryData(escrowedQuery(room.session, alice).queryKey, answerOf(['a1'], offersAtOnce + 3))
    await aliceAt(<EscrowPage />)(room)
    await screen.findByText(words.stale('7'), {}, patience)
    expect(rows()).toBe(1)
    await readOlder()
    await screen.findByText(words.olderFailed, { exact: false }, patience)
    expect(rows()).toBe(1)
    expect(screen.queryByText(words.failed)).toBeNull()

    await readOlder()
    const older = escrowedQuery(room.session, alice, 2 * offersAtOnce).queryKey
    await waitFor(() => expect(queries.getQueryState(older)?.errorUpdateCount).toBe(2), patience)
    await screen.findByText(words.olderFailed, { exact: false }, patience)

    await readOlder()
    act(() => void queries.setQueryData(older, answerOf(['a1', 'b2'], 3)))
    await waitFor(() => expect(rows()).toBe(2), patience)
    expect(screen.queryByText(words.olderFailed, { exact: false })).toBeNull()
  })
})
