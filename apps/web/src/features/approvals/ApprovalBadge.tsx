import type { ReactNode } from 'react'
import { approvalText as words } from '../../text/deal.lazy.ts'
import { Chip } from '../../ui/Chip.tsx'
import type { CollectionApproval } from './useApprovals.ts'

/** A collection's name and approval state, never by colour alone. */
export function ApprovalBadge({ collection: { name, status } }: { collection: CollectionApproval }): ReactNode {
  if (status === 'approved') {
    return (
      <Chip tone="ok" icon="check">
        {name}
        <span className="unseen">, approved</span>
      </Chip>
    )
  }
  if (status === 'checking') return <Chip tone="plain">{words.checking(name)}</Chip>
  return (
    <Chip tone="warn" icon="warning">
      {status === 'needed' ? words.notApproved(name) : words.unreadable(name)}
    </Chip>
  )
}
