import { product, type Address } from '@parley/domain'
import { type ChangeEvent, type ReactNode, useRef, useState } from 'react'
import { useStore } from 'zustand'
import ContactDialog from '../features/contacts/ContactDialog.tsx'
import ImportDialog, { type ImportState, readImport } from '../features/contacts/ImportDialog.tsx'
import { writeContactFile } from '../features/contacts/contactFile.ts'
import { addContacts, type Contact, contactList, removeContact } from '../services/contacts.ts'
import { setRecipient } from '../services/drafts.ts'
import { findContacts, lookAlikeOf } from '../services/knownPeople.lazy.ts'
import { people } from '../services/people.tsx'
import { usePortal } from '../services/Portal.ts'
import { useSession } from '../services/Session.ts'
import { useAccount } from '../services/walletConnection.ts'
import { addressText, contactText as words } from '../text/contacts.lazy.ts'
import { ExplorerLink } from '../services/ExplorerLink.tsx'
import { WholeAddress } from '../ui/Address.tsx'
import { Avatar } from '../ui/Avatar.tsx'
import { Button } from '../ui/Button.tsx'
import { useRestoreFocus } from '../ui/focus.ts'
import { Icon } from '../ui/Icon.tsx'
import { Link } from '../ui/Link.tsx'
import { navigate, usePageTitle } from '../ui/navigation.ts'
import { Empty, Note } from '../ui/Note.tsx'
import { TextField } from '../ui/TextField.tsx'
import '../features/contacts/contacts.css'

/** All contacts, with import and export. Needs no wallet: they belong to this browser. */
export default function ContactsPage(): ReactNode {
  usePageTitle(`${product.name}: ${words.title.toLowerCase()}`)
  const list = useStore(contactList)
  const account = useAccount()
  const [adding, setAdding] = useState(false)
  const [importing, setImporting] = useState<ImportState | null>(null)
  const [said, setSaid] = useState<ReactNode>(null)
  const [search, setSearch] = useState('')
  const shown = search.trim() === '' ? list : findContacts(search)
  const remove = (contact: Contact): void => {
    removeContact(contact.address)
    const undo = (): void => {
      addContacts([contact])
      setSaid(null)
    }
    setSaid(
      <Note
        tone="plain"
        action={
          <Button sentence onClick={undo}>
            {words.undo}
          </Button>
        }
      >
        {words.removed(contact.name)}
      </Note>,
    )
  }
  return (
    <>
      <div className="intro contacts-intro">
        <div>
          <h1>{words.title}</h1>
          <p>{words.lead}</p>
        </div>
        <div className="intro-state">
          <Button look="primary" sentence onClick={() => setAdding(true)}>
            {words.add}
          </Button>
          <ImportButton onFile={(file) => void readImport(file, list, account).then(setImporting)} />
          {list.length > 0 ? (
            <Button sentence onClick={() => saveFile(list)}>
              {words.exportFile}
            </Button>
          ) : null}
        </div>
      </div>
      <div aria-live="polite">{said}</div>
      {list.length === 0 ? (
        <Empty title={words.empty}>{words.emptyText}</Empty>
      ) : (
        <section aria-label={words.title}>
          <div className="contacts-head">
            <h2 className="num">{words.count(list.length)}</h2>
            <TextField
              label={words.search}
              labelUnseen
              type="search"
              placeholder={words.search}
              value={search}
              start={<Icon name="search" />}
              onChange={(event) => setSearch(event.target.value)}
            />
          </div>
          {shown.length === 0 ? <p role="status">{words.noneFound}</p> : null}
          <ContactRows contacts={shown} onRemove={remove} />
        </section>
      )}
      {adding ? <ContactDialog address={null} onClose={() => setAdding(false)} /> : null}
      {importing ? (
        <ImportDialog
          state={importing}
          onClose={(imported) => {
            setImporting(null)
            if (imported > 0) setSaid(<Note tone="ok">{words.importDone(imported)}</Note>)
          }}
        />
      ) : null}
    </>
  )
}

function saveFile(contacts: readonly Contact[]): void {
  const url = URL.createObjectURL(new Blob([writeContactFile(contacts)], { type: 'application/json' }))
  const link = document.createElement('a')
  link.href = url
  link.download = words.fileName
  link.click()
  // The browser has begun to save it by then.
  setTimeout(() => URL.revokeObjectURL(url), 10_000)
}

function ImportButton({ onFile }: { onFile: (file: File) => void }): ReactNode {
  const input = useRef<HTMLInputElement>(null)
  const take = (event: ChangeEvent<HTMLInputElement>): void => {
    const file = event.target.files?.[0]
    // The same file may be chosen again.
    event.target.value = ''
    if (file) onFile(file)
  }
  return (
    <>
      <input
        ref={input}
        type="file"
        className="unseen"
        accept="application/json,.json"
        tabIndex={-1}
        aria-hidden="true"
        onChange={take}
      />
      <Button sentence onClick={() => input.current?.click()}>
        {words.importFile}
      </Button>
    </>
  )
}

interface RowsProps {
  readonly contacts: readonly Contact[]
  readonly onRemove: (contact: Contact) => void
}

function ContactRows({ contacts, onRemove }: RowsProps): ReactNode {
  const place = useRef<HTMLUListElement>(null)
  useRestoreFocus(place)
  const { drafts } = useSession()
  const { key, path } = usePortal()
  // Renders again when an address becomes known.
  useStore(people)
  const [renaming, setRenaming] = useState<Address | null>(null)
  const trade = (address: Address): void => {
    setRecipient(drafts.of(key), address)
    navigate(path)
  }
  return (
    <>
      <ul className="contact-rows" ref={place} tabIndex={-1}>
        {contacts.map((contact) => (
          <li key={contact.address}>
            <Avatar seed={contact.address} sizePx={40} />
            <div className="contact-who">
              <Link href={`/trader/${contact.address}`}>
                <bdi>{contact.name}</bdi>
              </Link>
              <ExplorerLink to={{ address: contact.address }}>
                <WholeAddress address={contact.address} />
              </ExplorerLink>
              {lookAlikeOf(contact.address) ? <p className="field-problem">{addressText.stopped}</p> : null}
            </div>
            <div className="contact-acts">
              <Button sentence aria-label={words.tradeWith(contact.name)} onClick={() => trade(contact.address)}>
                {words.trade}
              </Button>
              <Button
                sentence
                look="quiet"
                aria-label={words.renameOne(contact.name)}
                onClick={() => setRenaming(contact.address)}
              >
                {words.rename}
              </Button>
              <Button
                sentence
                look="quiet"
                aria-label={words.removeOne(contact.name)}
                onClick={() => onRemove(contact)}
              >
                {words.remove}
              </Button>
            </div>
          </li>
        ))}
      </ul>
      {renaming ? <ContactDialog address={renaming} onClose={() => setRenaming(null)} /> : null}
    </>
  )
}
