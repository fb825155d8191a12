import { isErc721 } from '@parley/chain'
import type { Address } from '@parley/domain'
import { useQuery } from '@tanstack/react-query'
import { getCode } from 'viem/actions'
import type { ReactNode } from 'react'
import { useStore } from 'zustand'
import { isStranger, lookAlikeOf } from '../../services/knownPeople.lazy.ts'
import { Nickname, people } from '../../services/people.tsx'
import { useMessages } from '../../services/Portal.ts'
import { queryKeys } from '../../services/queries.ts'
import { useWho } from '../../services/useWho.ts'
import { useSession } from '../../services/Session.ts'
import { addressText as words } from '../../text/contacts.lazy.ts'
import { Icon } from '../../ui/Icon.tsx'
import ContactButton from './ContactButton.tsx'
import { useDomainName } from './TypedName.tsx'
import { useCounterparties } from './useCounterparties.ts'
import './contacts.css'

/** An address's nickname and its checked domain name. Nothing of a stranger without one. */
export function AddressFacts({ address }: { address: Address }): ReactNode {
  const name = useDomainName(address)
  const isKnown = useStore(people, ({ nameOf }) => nameOf(address) !== undefined)
  if (!isKnown && !name) return null
  return (
    <div className="address-facts">
      {isKnown ? (
        <span>
          <Nickname of={address} /> <span className="muted">{words.yourContact}</span>
        </span>
      ) : null}
      {name ? (
        <span title={words.checkedName}>
          <Icon name="link" /> {name} <span className="unseen">{words.checkedName}</span>
        </span>
      ) : null}
    </div>
  )
}

/** Gives an address a nickname: that of its domain, unless the person thinks of another. */
export function KeepContact({ address }: { address: Address }): ReactNode {
  const name = useDomainName(address)
  return <ContactButton address={address} look="quiet" {...(name && { suggested: name })} />
}

/** A contract that is an NFT collection of no registry. Those of the registry are refused before. */
export function CollectionWarning({ address }: { address: Address }): ReactNode {
  const { chain } = useSession()
  const { data: isCollection = false } = useQuery({
    queryKey: ['is-collection', address],
    queryFn: () => isErc721(chain, address).catch(() => false),
  })
  return isCollection ? <p className="field-warning">{words.collectionContract}</p> : null
}

/** A contract may be a smart account that signs nothing, or an NFT collection of no registry. */
export function ContractNotice({ address }: { address: Address }): ReactNode {
  const { chain } = useSession()
  const messages = useMessages()
  const { data: isContract = false } = useQuery({
    queryKey: queryKeys.code(address),
    queryFn: async () => ((await getCode(chain, { address })) ?? '0x') !== '0x',
  })
  return isContract ? (
    <>
      <p className="field-warning">{messages.contractRecipient}</p>
      <CollectionWarning address={address} />
    </>
  ) : null
}

/** Said once, in the slip: nothing is known of this address yet (decision I5). */
export function FirstDeal({ address }: { address: Address }): ReactNode {
  const isRead = useCounterparties() === 'known'
  // Renders again when an address becomes known.
  useStore(people)
  return isRead && isStranger(address) ? <p className="slip-fine first-deal">{words.firstDeal}</p> : null
}

/** On another person's offer or table: a look-alike, or a first deal. */
export function PartyNotice({ address }: { address: Address }): ReactNode {
  const isRead = useCounterparties() === 'known'
  useStore(people)
  const alike = lookAlikeOf(address)
  if (alike) return <Resembling known={alike} />
  return isRead && isStranger(address) ? <p className="slip-fine first-deal">{words.firstDeal}</p> : null
}

function Resembling({ known }: { known: Address }): ReactNode {
  return (
    <p className="field-problem" role="alert">
      <Icon name="warning" /> {words.resembles(useWho(known))}
    </p>
  )
}
