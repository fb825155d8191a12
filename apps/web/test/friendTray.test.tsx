import { act, screen } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { useDraft } from '../src/features/draft/useDraft.ts'
import { useHoldings } from '../src/features/holdings/useHoldings.ts'
import { FriendTray } from '../src/pages/swap/SwapTrays.tsx'
import { removeContact, saveContact } from '../src/services/contacts.ts'
import '../src/services/knownPeople.lazy.ts'
import { generalMessages } from '../src/text/catalogue.ts'
import { bob, openRoom } from './text/room.tsx'

const lookAlike = '0x3c448888888888888888888888888888888893bc'

function Side(): ReactNode {
  const draft = useDraft()
  const holdings = useHoldings(draft.recipient.address, 'requested')
  const { state, address } = draft.recipient
  return <FriendTray side={draft.friend} state={state} address={address} holdings={holdings} />
}

/** The friend's side, with a field to type into. */
function openSide() {
  const { session, portal, show } = openRoom('general')
  const type = (recipientText: string) => act(() => session.drafts.of(portal.key).setState({ recipientText }))
  show(<Side />)
  return {
    type,
    /** Rests for half a second, after which an address is read. */
    typeAndRest(text: string): void {
      type(text)
      act(() => void vi.advanceTimersByTime(600))
    },
  }
}

const isLoading = () => screen.queryByText(generalMessages.ownLoading) !== null

beforeEach(() => {
  vi.useFakeTimers()
  saveContact(bob, 'Bob')
})
afterEach(() => {
  removeContact(bob)
  vi.useRealTimers()
})

describe('given a recipient whose NFTs are to be shown', () => {
  it.each([
    ['before anything is typed', ''],
    ['while a name of a service isn’t taken', 'bob.avax'],
    ['while a contact’s name isn’t taken', 'Bob'],
    ['while an address has to be compared', lookAlike],
  ])('shows nothing loading %s, and asks for an address', (_, text) => {
    openSide().typeAndRest(text)
    expect(isLoading()).toBe(false)
    screen.getByText(generalMessages.enterFriend)
  })

  it('shows that they are loading once the address is known, also while the next one is typed', () => {
    const { type, typeAndRest } = openSide()
    typeAndRest(bob)
    expect(isLoading()).toBe(true)
    type('0x12')
    expect(isLoading()).toBe(true)
    expect(screen.queryByText(generalMessages.enterFriend)).toBeNull()
  })
})
