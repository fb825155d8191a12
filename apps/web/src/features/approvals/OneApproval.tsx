import type { ReactNode } from 'react'
import { useMessages } from '../../services/Portal.ts'
import { Button } from '../../ui/Button.tsx'
import { RevokeSome } from './AdvancedApprovals.tsx'
import { ApprovalBadge } from './ApprovalBadge.tsx'
import type { Approvals, CollectionApproval } from './useApprovals.ts'

/** The single approval of a one-collection portal, with a toggle button. */
export function OneApproval({ approvals, only }: { approvals: Approvals; only: CollectionApproval }): ReactNode {
  const messages = useMessages()
  const { contract, name, status, busy } = only
  const revocable = status === 'approved'
  const label = revocable ? messages.revoke : messages.approve
  return (
    <>
      <p className="approvals-text" role="status">
        {statusText(only, messages)}
      </p>
      <p className="approvals-hint muted">{messages.approvalSecurity}</p>
      <div className="row approvals-act">
        <Button
          look={revocable ? 'outline' : 'ink'}
          working={busy}
          disabled={(approvals.busy && !busy) || status === 'checking'}
          aria-describedby={`approval-${name}`}
          onClick={() => void (revocable ? approvals.revoke(contract) : approvals.approve(contract))}
        >
          {busy ? messages.processing : label}
        </Button>
        <RevokeSome collection={only} approvals={approvals} />
        <ApprovalBadge collection={only} />
      </div>
      <p className="approvals-hint muted" id={`approval-${name}`}>
        {messages.approvalScope}
      </p>
    </>
  )
}

function statusText(
  { status, onlyTokens, name }: CollectionApproval,
  messages: ReturnType<typeof useMessages>,
): string {
  if (status === 'checking') return messages.approvalChecking
  if (status === 'unreadable') return messages.approvalUnreadable
  if (onlyTokens) return messages.approvalTokenOnly
  const words = status === 'approved' ? messages.approvalGiven : messages.approvalMissing
  return words({ collection: name })
}
