import type { Address } from '@parley/domain'
import { type ComponentProps, type KeyboardEvent, type ReactNode, useId, useLayoutEffect, useState } from 'react'
import type { Contact } from '../../services/contacts.ts'
import { addressText as words } from '../../text/contacts.lazy.ts'
import { Avatar } from '../../ui/Avatar.tsx'
import { shorten } from '../../ui/Address.tsx'

interface FoundContactsProps {
  readonly contacts: readonly Contact[]
  readonly onChoose: (address: Address) => void
  /** Makes the field beside it the list's combobox. */
  readonly onField: (props: ComponentProps<'input'>) => void
}

/** The list of a combobox (ARIA 1.2): contacts whose names have what is typed. Arrows choose, Enter takes, Escape closes. */
export function FoundContacts({ contacts, onChoose, onField }: FoundContactsProps): ReactNode {
  const id = useId()
  const [at, setAt] = useState(0)
  const [isClosed, setClosed] = useState(false)
  const isOpen = contacts.length > 0 && !isClosed
  const active = contacts[Math.min(at, contacts.length - 1)]
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.nativeEvent.isComposing || contacts.length === 0) return
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step !== undefined) {
      setClosed(false)
      if (isOpen) setAt((Math.min(at, contacts.length - 1) + step + contacts.length) % contacts.length)
    } else if (isOpen && event.key === 'Enter' && active) onChoose(active.address)
    else if (isOpen && event.key === 'Escape') setClosed(true)
    else return
    event.preventDefault()
  }
  // Before the next key: Enter right after an arrow would still find the list closed.
  useLayoutEffect(() => {
    onField({
      role: 'combobox',
      'aria-autocomplete': 'list',
      'aria-expanded': isOpen,
      'aria-controls': id,
      'aria-activedescendant': isOpen && active ? `${id}-${active.address}` : undefined,
      onKeyDown,
      onBlur: () => setClosed(true),
      onFocus: () => setClosed(false),
    })
    // Only what the field shows: the handlers see the values of the same render.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [id, isOpen, at, contacts])
  // Before the list of the next text takes the field over.
  useLayoutEffect(() => () => onField({}), [onField])
  return (
    <div id={id} role="listbox" className="found-contacts" aria-label={words.found} hidden={!isOpen}>
      {contacts.map(({ address, name }) => (
        // The field has the focus and the keys.
        // oxlint-disable-next-line jsx-a11y/click-events-have-key-events
        <div
          key={address}
          id={`${id}-${address}`}
          role="option"
          aria-selected={address === active?.address}
          title={address}
          onPointerDown={(event) => event.preventDefault()}
          onClick={() => onChoose(address)}
        >
          <Avatar seed={address} sizePx={24} />
          <bdi>{name}</bdi>
          <span className="num muted">{shorten(address)}</span>
        </div>
      ))}
    </div>
  )
}
