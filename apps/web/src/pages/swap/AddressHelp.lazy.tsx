import { frameText } from '../../text/frame.ts'
import { nameServiceOf, sameAddress, product, type Address } from '@parley/domain'
import { type ComponentProps, type ReactNode, useMemo } from 'react'
import { useStore } from 'zustand'
import { draftText as words } from '../../text/deal.lazy.ts'
import { contactText } from '../../text/contacts.lazy.ts'
import { contactList } from '../../services/contacts.ts'
import { addressIn } from '../../services/drafts.ts'
import { findContacts } from '../../services/knownPeople.lazy.ts'
import { Nickname, people } from '../../services/people.tsx'
import { AddressFacts, CollectionWarning, KeepContact } from '../../features/contacts/AddressFacts.tsx'
import { useCounterparties } from '../../features/contacts/useCounterparties.ts'
import { FoundContacts } from '../../features/contacts/FoundContacts.tsx'
import LookAlikeStop from '../../features/contacts/LookAlikeStop.tsx'
import { TypedName } from '../../features/contacts/TypedName.tsx'
import type { DraftRecipient } from '../../features/draft/useDraft.ts'
import { peopleOf, recentPeople } from '../../services/recentPeople.ts'
import { useAccount } from '../../services/walletConnection.ts'
import { Avatar } from '../../ui/Avatar.tsx'
import './AddressHelp.css'
import { Button, IconButton } from '../../ui/Button.tsx'
import { shorten } from '../../ui/Address.tsx'
import { emptyWalletText } from '../../text/wallet.lazy.ts'
import { CopyButton } from '../../ui/CopyButton.tsx'
import { Link } from '../../ui/Link.tsx'

interface RecipientHelpProps {
  /** `paste`: the buttons inside the field. `recent`: people traded with, beside it, and what is said of an address. */
  readonly part: 'paste' | 'recent'
  readonly recipient: DraftRecipient
  readonly text: string
  readonly disabled: boolean
  readonly onText: (text: string) => void
  readonly unread: boolean
  /** The browser refused to read the clipboard. */
  readonly onUnread: () => void
  /** Makes the field a combobox of contacts. */
  readonly onField: (props: ComponentProps<'input'>) => void
}

/** Ways to fill the recipient's field without typing. */
export default function RecipientHelp(props: RecipientHelpProps): ReactNode {
  const { address } = props.recipient
  return props.part === 'paste' ? (
    <PasteAndClear {...props} />
  ) : (
    <>
      <div className="recipient-people">
        <RecentPeople {...props} />
        {address ? <AddressFacts key={address} address={address} /> : null}
      </div>
      <PeopleByName {...props} />
      <p className="field-warning" role="status">
        {props.unread ? words.unread : null}
      </p>
    </>
  )
}

/** Longer than any address; a clipboard may hold a whole document. */
const longestText = 120

function PasteAndClear({ text, disabled, onText, onUnread }: RecipientHelpProps): ReactNode {
  const paste = async (): Promise<void> => {
    try {
      onText((await navigator.clipboard.readText()).trim().slice(0, longestText))
    } catch {
      onUnread()
    }
  }
  return (
    <>
      <Button
        sentence
        className="recipient-paste"
        icon="copy"
        aria-label={words.pasteLabel}
        disabled={disabled}
        onClick={() => void paste()}
      >
        <span>{words.paste}</span>
      </Button>
      {text === '' ? null : (
        <IconButton icon="close" label={words.clear} disabled={disabled} onClick={() => onText('')} />
      )}
    </>
  )
}

/** More don't fit above the fold of a phone. */
const mostFound = 6

/** Contacts found by name, where a name leads, and what is wrong with an address. */
function PeopleByName({ recipient, text, disabled, onText, onField }: RecipientHelpProps): ReactNode {
  // Renders again when contacts change.
  useStore(people)
  useCounterparties()
  // Without contacts there is nothing to choose from: the field stays a plain one.
  const hasContacts = useStore(contactList, (list) => list.length > 0)
  const typed = addressIn(text)
  const found = useMemo(() => (typed === null ? findContacts(text).slice(0, mostFound) : []), [text, typed])
  const { address, state } = recipient
  return (
    <>
      {disabled || !hasContacts ? null : (
        <FoundContacts key={text} contacts={found} onChoose={onText} onField={onField} />
      )}
      {nameServiceOf(text) && state === 'typing' ? <TypedName text={text} onAddress={onText} /> : null}
      {state === 'stopped' && typed ? <LookAlikeStop address={typed} onKnown={onText} /> : null}
      {recipient.isContract && address ? <CollectionWarning address={address} /> : null}
    </>
  )
}

function RecentPeople({ recipient, text, disabled, onText }: RecipientHelpProps): ReactNode {
  const account = useAccount()
  const met = useStore(recentPeople)
  const recent = account ? peopleOf(met, account) : []
  if (!account) return null
  return (
    <div className="recipient-recent" role="group" aria-label={words.recentLabel}>
      {recent.length > 0 ? (
        <span className="muted" aria-hidden="true">
          {words.recent}
        </span>
      ) : null}
      {recent.map((person) => (
        <button
          key={person}
          type="button"
          className="wallet-chip recipient-person num"
          aria-pressed={sameAddress(person, text.trim())}
          title={person}
          disabled={disabled}
          onClick={() => onText(person)}
        >
          <Avatar seed={person} sizePx={24} />
          <span className="unseen">{words.choose} </span>
          <Nickname of={person} />
          <span>{shorten(person)}</span>
        </button>
      ))}
      {recipient.address ? <KeepContact key={recipient.address} address={recipient.address} /> : null}
      <Link className="text-button recipient-contacts" href="/contacts">
        {contactText.title}
      </Link>
    </div>
  )
}

/** The wallet's whole address, for a friend to paste. A wallet without supported NFTs is shown ways on, too. */
export function OwnAddress({ address, empty = false }: { address: Address; empty?: boolean }): ReactNode {
  return (
    <div className="own-address">
      <span className="caps field-label">{emptyWalletText.address}</span>
      <div className="field-box field-still">
        <span className="num" title={address}>
          {address}
        </span>
        <CopyButton text={address} label={frameText.copy} doneLabel={frameText.copied} />
      </div>
      {empty ? (
        <>
          <p className="muted">{emptyWalletText.send}</p>
          <p className="muted">{emptyWalletText.coins}</p>
          <Link href={`/what-is-${product.slug}#collections`}>{emptyWalletText.collections}</Link>
        </>
      ) : null}
    </div>
  )
}
