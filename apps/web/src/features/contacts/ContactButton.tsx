import { type Address, sameAddress } from '@parley/domain'
import { type ReactNode, useState } from 'react'
import { useStore } from 'zustand'
import { contactList } from '../../services/contacts.ts'
import { contactText as words } from '../../text/contacts.lazy.ts'
import { Button, type ButtonLook } from '../../ui/Button.tsx'
import ContactDialog from './ContactDialog.tsx'

interface ContactButtonProps {
  readonly address: Address
  readonly look?: ButtonLook
  readonly suggested?: string
}

/** Names an address, or renames a contact, in a dialog. */
export default function ContactButton({ address, look = 'outline', suggested }: ContactButtonProps): ReactNode {
  const [open, setOpen] = useState(false)
  const isKept = useStore(contactList, (list) => list.some((one) => sameAddress(one.address, address)))
  return (
    <>
      <Button sentence look={look} onClick={() => setOpen(true)}>
        {isKept ? words.rename : words.add}
      </Button>
      {open ? (
        <ContactDialog address={address} {...(suggested && { suggested })} onClose={() => setOpen(false)} />
      ) : null}
    </>
  )
}
