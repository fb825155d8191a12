import type { Address } from '@parley/domain'
import type { ReactNode } from 'react'
import { addressText as words } from '../../text/contacts.lazy.ts'
import { Icon } from '../../ui/Icon.tsx'
import { useDomainName } from './TypedName.tsx'
import './contacts.css'

interface DomainNameProps {
  readonly address: Address
  /** Within a line of text; else on a line of its own. */
  readonly inline?: boolean
  /** The address cut, where it isn't nearby. */
  readonly cut?: string | undefined
  /** Follows both. */
  readonly ending?: string
}

/** What a name service calls an address, checked both ways. Only for beside the address itself. */
export default function DomainName({ address, inline = false, cut, ending }: DomainNameProps): ReactNode {
  const name = useDomainName(address)
  const Place = inline ? 'span' : 'p'
  return name ? (
    <Place className="domain-name" title={words.checkedName}>
      <Icon name="link" /> <bdi>{name}</bdi>
      {cut ? (
        <>
          {' '}
          <span>({cut})</span>
        </>
      ) : null}
      {ending} <span className="unseen">{words.checkedName}</span>{' '}
    </Place>
  ) : null
}
