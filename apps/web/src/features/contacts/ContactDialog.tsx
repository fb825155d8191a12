import { type Address, cleanNickname, nicknameProblem, nicknamesLookAlike, sameAddress } from '@parley/domain'
import { type FormEvent, type ReactNode, useId, useState } from 'react'
import { useStore } from 'zustand'
import { contactList, maxContacts, removeContact, saveContact } from '../../services/contacts.ts'
import { addressIn } from '../../services/drafts.ts'
import { people } from '../../services/people.tsx'
import { contactText as words } from '../../text/contacts.lazy.ts'
import { frameText } from '../../text/frame.ts'
import { WholeAddress } from '../../ui/Address.tsx'
import { Avatar } from '../../ui/Avatar.tsx'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { Note } from '../../ui/Note.tsx'
import { Perforation } from '../../ui/Slip.tsx'
import { TextField } from '../../ui/TextField.tsx'
import LookAlikeStop from './LookAlikeStop.tsx'
import { useCounterparties } from './useCounterparties.ts'
import './contacts.css'

interface ContactDialogProps {
  /** Null: it is typed here. */
  readonly address: Address | null
  /** A name to begin with, such as one of a name service. */
  readonly suggested?: string
  readonly onClose: () => void
}

/** Names an address, renames it, or forgets its name. */
export default function ContactDialog({ address: given, suggested = '', onClose }: ContactDialogProps): ReactNode {
  const [chosen, setChosen] = useState(given)
  const [typed, setTyped] = useState('')
  const address = chosen ?? addressIn(typed)
  const isStopped = useStore(people, (now) => address !== null && now.holds(address) === 'stopped')
  const isComparable = useCounterparties() !== 'reading'
  const list = useStore(contactList)
  const kept = list.find((one) => address !== null && sameAddress(one.address, address))
  return (
    <Dialog open title={kept ? words.renameTitle : words.addTitle} onClose={onClose} closeLabel={frameText.close}>
      {given ? (
        <p className="contact-whole">
          <Avatar seed={given} /> <WholeAddress address={given} />
        </p>
      ) : (
        <TextField
          className="contact-address"
          label={words.addressLabel}
          value={chosen ?? typed}
          placeholder="0x…"
          spellCheck={false}
          autoCapitalize="off"
          invalid={typed.trim() !== '' && address === null}
          onChange={(event) => {
            setChosen(null)
            setTyped(event.target.value)
          }}
        />
      )}
      {given === null && typed.trim() !== '' && address === null ? (
        <p className="field-problem" role="status">
          {words.notAnAddress}
        </p>
      ) : null}
      {isStopped && address ? (
        <LookAlikeStop address={address} onKnown={given ? onClose : setChosen} />
      ) : (
        <NameForm
          key={address}
          address={address}
          start={kept?.name ?? suggested}
          isKept={kept !== undefined}
          isComparable={isComparable || kept !== undefined}
          onClose={onClose}
        />
      )}
    </Dialog>
  )
}

interface NameFormProps {
  readonly address: Address | null
  readonly start: string
  readonly isKept: boolean
  readonly isComparable: boolean
  readonly onClose: () => void
}

function NameForm({ address, start, isKept, isComparable, onClose }: NameFormProps): ReactNode {
  const id = useId()
  const [name, setName] = useState(start)
  const [tried, setTried] = useState(false)
  const list = useStore(contactList)
  const alike = list.find(
    (one) => address && !sameAddress(one.address, address) && nicknamesLookAlike(one.name, cleanNickname(name)),
  )
  const isFull = !isKept && list.length >= maxContacts
  const problem = tried || nicknameProblem(name) === 'address' ? nicknameProblem(name) : null
  const save = (event: FormEvent): void => {
    event.preventDefault()
    setTried(true)
    if (!address || !isComparable || isFull || nicknameProblem(name)) return
    saveContact(address, name)
    onClose()
  }
  return (
    <form className="contact-form" onSubmit={save}>
      <TextField
        label={words.nameLabel}
        value={name}
        maxLength={200}
        autoFocus={address !== null}
        invalid={problem !== null}
        describedBy={id}
        onChange={(event) => setName(event.target.value)}
      />
      <div id={id} aria-live="polite">
        {problem ? (
          <p className="field-problem">{words.problems[problem]}</p>
        ) : alike ? (
          <p className="field-warning">{words.alike(alike.name)}</p>
        ) : (
          <p className="muted">{words.private}</p>
        )}
      </div>
      {isFull ? <Note tone="warn">{words.full(maxContacts)}</Note> : null}
      <Perforation />
      <Button look="stamp" sentence type="submit" disabled={isFull || address === null || !isComparable}>
        {words.save}
      </Button>
      {isKept && address ? (
        <Button
          sentence
          look="quiet"
          onClick={() => {
            removeContact(address)
            onClose()
          }}
        >
          {words.remove}
        </Button>
      ) : null}
    </form>
  )
}
