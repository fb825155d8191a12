import { type Address, differingParts } from '@parley/domain'
import { type ReactNode, useId } from 'react'
import { acceptCompared, lookAlikeOf } from '../../services/knownPeople.lazy.ts'
import { Nickname } from '../../services/people.tsx'
import { useWho } from '../../services/useWho.ts'
import { addressText as words } from '../../text/contacts.lazy.ts'
import { Button } from '../../ui/Button.tsx'
import { Icon } from '../../ui/Icon.tsx'
import './contacts.css'

interface LookAlikeStopProps {
  /** Stopped: see `isStopped` of `people`. */
  readonly address: Address
  /** Takes the known address instead. */
  readonly onKnown: (known: Address) => void
  /** The user has compared and chosen this one. */
  readonly onCompared?: () => void
  /** On a page of its own. */
  readonly level?: 'h1' | 'h2'
}

/** Both addresses with their differences marked, and a choice between them (decision I5). */
export default function LookAlikeStop({ address, onKnown, onCompared, level = 'h2' }: LookAlikeStopProps): ReactNode {
  const known = lookAlikeOf(address)
  return known ? (
    <Comparison
      address={address}
      known={known}
      onKnown={onKnown}
      level={level}
      onCompared={() => {
        acceptCompared(address)
        onCompared?.()
      }}
    />
  ) : null
}

function Comparison({
  address,
  known,
  onKnown,
  onCompared,
  level: Heading,
}: Required<LookAlikeStopProps> & { readonly known: Address }): ReactNode {
  const id = useId()
  const who = useWho(known)
  const count = differingParts(address, known)
    .filter(({ differs }) => differs)
    .reduce((sum, { text }) => sum + text.length, 0)
  return (
    <section className="address-stop" aria-labelledby={id}>
      <div role="alert">
        <Heading id={id}>
          <Icon name="warning" large /> {words.stopTitle}
        </Heading>
        <p>{words.stopText}</p>
      </div>
      <dl className="num">
        <dt>
          {words.known}: <Nickname of={known} />
        </dt>
        <dd>
          <MarkedAddress address={known} other={address} />
        </dd>
        <dt>{words.entered}</dt>
        <dd>
          <MarkedAddress address={address} other={known} />
        </dd>
      </dl>
      <p className="muted">{words.differ(count)}</p>
      <div className="address-stop-acts">
        <Button look="primary" sentence onClick={() => onKnown(known)}>
          {words.takeKnown(who)}
        </Button>
        <Button sentence onClick={onCompared}>
          {words.takeCompared}
        </Button>
      </div>
    </section>
  )
}

/** Rows of one length put each character under its counterpart. */
function MarkedAddress({ address, other }: { address: Address; other: Address }): ReactNode {
  const parts = differingParts(address, other)
  return (
    <code>
      {parts.map(({ text, differs }, at) =>
        differs ? (
          // Parts don't move: their place is their identity.
          // oxlint-disable-next-line react/no-array-index-key
          <mark key={at}>
            <span className="unseen"> {words.differs} </span>
            {text}
          </mark>
        ) : (
          text
        ),
      )}
    </code>
  )
}
