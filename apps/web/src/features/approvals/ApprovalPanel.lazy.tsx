import { useState, type ReactNode } from 'react'
import { approvalText as words } from '../../text/deal.lazy.ts'
import { frameText } from '../../text/frame.ts'
import { useMessages } from '../../services/Portal.ts'
import { Button } from '../../ui/Button.tsx'
import { Collapsible } from '../../ui/Collapsible.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { Note } from '../../ui/Note.tsx'
import { AdvancedApprovals, RevokeSome, ApprovalBadge } from './AdvancedApprovals.tsx'
import { useApprovals, type Approvals, type CollectionApproval } from './useApprovals.ts'
import './Approvals.css'

/** The visitor's approvals, with the deal's collections first. Folded, since the slip asks for what its deal needs. */
export default function ApprovalPanel({ unfolded = false }: { unfolded?: boolean }): ReactNode {
  const approvals = useApprovals()
  const [open, setOpen] = useState(unfolded)
  return (
    <section className="approvals" aria-label={words.title}>
      {approvals.place && <p className="approvals-hint muted">{approvals.place}</p>}
      {approvals.only ? (
        <OneApproval approvals={approvals} only={approvals.only} />
      ) : (
        <Collapsible title={<h2 className="caps">{words.title}</h2>} open={open} onToggle={setOpen}>
          <ManyApprovals approvals={approvals} />
        </Collapsible>
      )}
    </section>
  )
}

function ManyApprovals({ approvals }: { approvals: Approvals }): ReactNode {
  const messages = useMessages()
  const [advanced, setAdvanced] = useState(false)
  const approving = approvals.collections.some((collection) => collection.busy)
  return (
    <>
      <p className="approvals-text">{messages.approvalPanel}</p>
      <p className="approvals-hint muted">{messages.approvalSecurity}</p>
      <ApprovalState approvals={approvals} />
      {approvals.next ? <p className="approvals-hint muted">{messages.approvalScope}</p> : null}
      <div className="row">
        <Button
          look="ink"
          working={approving}
          disabled={approvals.busy && !approving}
          aria-disabled={approvals.next === null || undefined}
          onClick={() => approvals.next && void approvals.approveNext()}
        >
          {approving ? messages.processing : messages.approveNext}
        </Button>
        {approvals.collections.length > 0 ? (
          <button type="button" className="text-button" aria-expanded={advanced} onClick={() => setAdvanced(!advanced)}>
            {messages.approvalAdvanced}
            <Icon name={advanced ? 'up' : 'down'} />
          </button>
        ) : null}
      </div>
      {advanced ? <AdvancedApprovals approvals={approvals} scopeSaid={approvals.next !== null} /> : null}
    </>
  )
}

function ApprovalState({ approvals }: { approvals: Approvals }): ReactNode {
  const messages = useMessages()
  if (approvals.status === 'failed') {
    return (
      <Note
        tone="warn"
        action={
          <Button sentence onClick={() => void approvals.refresh()}>
            {frameText.tryAgain}
          </Button>
        }
      >
        {words.failed}
      </Note>
    )
  }
  if (approvals.collections.length === 0) {
    return (
      <p className="approvals-none muted" role="status">
        {approvals.status === 'ready' ? words.none : messages.approvalChecking}
      </p>
    )
  }
  return (
    <ul className="chips">
      {approvals.collections.map((collection) => (
        <li key={collection.contract}>
          <ApprovalBadge collection={collection} />
        </li>
      ))}
    </ul>
  )
}

/** The single approval of a one-collection portal, with a toggle button. */
function OneApproval({ approvals, only }: { approvals: Approvals; only: CollectionApproval }): ReactNode {
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
