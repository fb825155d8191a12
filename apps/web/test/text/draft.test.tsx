import { fireEvent, screen } from '@testing-library/react'
import { describe } from 'vitest'
import { RecipientField } from '../../src/pages/swap/RecipientField.tsx'
import { useDraft } from '../../src/features/draft/useDraft.ts'
import { commitRecipient } from '../../src/services/drafts.ts'
import { queryKeys } from '../../src/services/queries.ts'
import { givenConnectedWallet } from './givenWallet.ts'
import { alice, bob, dokyo, escrow, type Room } from './room.tsx'
import { says } from './says.tsx'

function Field() {
  return <RecipientField recipient={useDraft().recipient} disabled={false} />
}

/** Alice types an address, and it rests. */
function typing(text: string): (room: Room) => Promise<void> {
  return async (room) => {
    await givenConnectedWallet(room)
    room.session.queries.setQueryData(queryKeys.code(bob), true)
    room.show(<Field />)
    fireEvent.change(screen.getByRole('textbox'), { target: { value: text } })
    commitRecipient(room.session.drafts.of(room.portal.key))
  }
}

describe('given a friend’s address that is typed', () => {
  says('recipientLabel', { when: 'there is a field for it', scene: typing('') })
  says('invalidAddress', { when: 'it is none', scene: typing('bob') })
  says('addressLength', { when: 'it is too short', scene: typing('0x1234') }, { length: 6 })
  says('addressCharacters', { when: 'it is a name', scene: typing('bob.crypto') })
  says('addressChecksum', { when: 'a letter is wrong', scene: typing(bob.replace('C44C', 'c44C')) })
  says('addressZero', { when: 'it is nobody’s', scene: typing(`0x${'0'.repeat(40)}`) })
  says('addressOwn', { when: 'it is one’s own', scene: typing(alice) })
  says('addressEscrow', { when: 'it is the swap contract', scene: typing(escrow) })
  says('addressCollection', { when: 'it is a collection', scene: typing(dokyo) })
  says('contractRecipient', { when: 'a contract is behind it', scene: typing(bob) })
})
