import { frameText } from '../../text/frame.ts'
import { sameAddress, product, type Address } from '@parley/domain'
import type { ReactNode } from 'react'
import { useStore } from 'zustand'
import { draftText as words } from '../../text/deal.lazy.ts'
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
  /** `paste`: the buttons inside the field. `recent`: people traded with, beside it. */
  readonly part: 'paste' | 'recent'
  readonly text: string
  readonly disabled: boolean
  readonly onText: (text: string) => void
  readonly unread: boolean
  /** The browser refused to read the clipboard. */
  readonly onUnread: () => void
}

/** Ways to fill the recipient's field without typing. */
export default function RecipientHelp(props: RecipientHelpProps): ReactNode {
  return props.part === 'paste' ? (
    <PasteAndClear {...props} />
  ) : (
    <>
      <RecentPeople {...props} />
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

function RecentPeople({ text, disabled, onText }: RecipientHelpProps): ReactNode {
  const account = useAccount()
  const met = useStore(recentPeople)
  const people = account ? peopleOf(met, account) : []
  if (people.length === 0) return null
  return (
    <div className="recipient-recent" role="group" aria-label={words.recentLabel}>
      <span className="muted" aria-hidden="true">
        {words.recent}
      </span>
      {people.map((person) => (
        <button
          key={person}
          type="button"
          className="wallet-chip recipient-person num"
          aria-label={words.choose(person)}
          aria-pressed={sameAddress(person, text.trim())}
          title={person}
          disabled={disabled}
          onClick={() => onText(person)}
        >
          <Avatar seed={person} sizePx={24} />
          {shorten(person)}
        </button>
      ))}
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
