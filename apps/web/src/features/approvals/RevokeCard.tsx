import type { ReactNode } from 'react'
import { approvalText as words } from '../../text/deal.lazy.ts'
import { useMessages } from '../../services/Portal.ts'
import { Button } from '../../ui/Button.tsx'
import { useUsedApprovals } from './useUsedApprovals.ts'
import './RevokeCard.css'

/** Offers to revoke a trade's approvals. Disappears once revoked or dismissed. */
export default function RevokeCard(): ReactNode {
  const messages = useMessages()
  const { approvals, busy, trading, revoke, keep } = useUsedApprovals()
  if (approvals.length === 0 || trading) return null
  return (
    <section className="revoke-card" aria-label={words.afterTrade}>
      <div className="revoke-words" role="status">
        <b>{messages.revokeAfterTrade}</b>
        <p className="muted">{words.afterTradeScope(approvals.map(({ name }) => name))}</p>
      </div>
      <div className="row">
        {approvals.map((approval) => (
          <Button
            key={`${approval.contract} ${approval.escrow}`}
            working={approval.busy}
            disabled={busy && !approval.busy}
            onClick={() => void revoke(approval)}
          >
            {approval.busy ? messages.processing : `${messages.revoke} ${approval.name}`}
          </Button>
        ))}
        <Button look="quiet" sentence onClick={keep}>
          {words.keep}
        </Button>
      </div>
    </section>
  )
}
