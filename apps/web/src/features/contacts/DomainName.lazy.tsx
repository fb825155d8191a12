import type { Address } from '@parley/domain'
import type { ReactNode } from 'react'
import { addressText as words } from '../../text/contacts.lazy.ts'
import { Icon } from '../../ui/Icon.tsx'
import { useDomainName } from './TypedName.tsx'

/** What a name service calls an address, checked both ways. Only for beside the address itself. */
export default function DomainName({ address }: { address: Address }): ReactNode {
  const name = useDomainName(address)
  return name ? (
    <p title={words.checkedName}>
      <Icon name="link" /> {name} <span className="unseen">{words.checkedName}</span>
    </p>
  ) : null
}
