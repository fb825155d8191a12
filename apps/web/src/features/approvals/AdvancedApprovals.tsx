import { nftKey } from '@parley/domain'
import type { ReactNode } from 'react'
import { approvalText as words } from '../../text/deal.lazy.ts'
import { useMessages } from '../../services/Portal.ts'
import { Button } from '../../ui/Button.tsx'
import type { Approvals, CollectionApproval } from './useApprovals.ts'
import { useSingleApprovals } from './collectionApprovals.ts'
import { Chip } from '../../ui/Chip.tsx'

interface AdvancedApprovalsProps {
  readonly approvals: Approvals
  /** Omits the explanation, which is already shown above. */
  readonly scopeSaid: boolean
}

/** All held collections, each with its own button. */
export function AdvancedApprovals({ approvals, scopeSaid }: AdvancedApprovalsProps): ReactNode {
  const messages = useMessages()
  return (
    <div className="advanced">
      {scopeSaid ? null : <p className="muted">{messages.approvalScope}</p>}
      <ul>
        {approvals.collections.map((collection) => (
          <li key={collection.contract}>
            <ApprovalRow collection={collection} approvals={approvals} />
          </li>
        ))}
      </ul>
      <SingleApprovals approvals={approvals} />
    </div>
  )
}

/** NFTs that are approved one by one and not in the deal, whose collection's row revokes the others. */
function SingleApprovals({ approvals }: { approvals: Approvals }): ReactNode {
  const messages = useMessages()
  const { singles, readUpTo, revoke } = useSingleApprovals()
  if (singles.length === 0 && readUpTo === null) return null
  return (
    <>
      <h3>{words.singles}</h3>
      <ul>
        {singles.map((nft) => (
          <li key={nftKey(nft)}>
            <span>
              <b>{nft.name}</b>
              <small className="muted">{words.singleScope}</small>
            </span>
            <Button
              aria-label={`${messages.revoke} ${nft.name}`}
              disabled={approvals.busy}
              onClick={() => void revoke(nft)}
            >
              {messages.revoke}
            </Button>
          </li>
        ))}
      </ul>
      {readUpTo === null ? null : <p className="muted">{words.singlesCut(readUpTo)}</p>}
    </>
  )
}

/** Revokes what was given of a deal that is approved in part. */
export function RevokeSome({
  collection,
  approvals,
}: {
  collection: CollectionApproval
  approvals: Approvals
}): ReactNode {
  const messages = useMessages()
  const { contract, name, someTokens, busy } = collection
  if (!someTokens || busy) return null
  return (
    <Button
      aria-label={`${messages.revoke} ${name}`}
      disabled={approvals.busy}
      onClick={() => void approvals.revoke(contract)}
    >
      {messages.revoke}
    </Button>
  )
}

function ApprovalRow({ collection, approvals }: { collection: CollectionApproval; approvals: Approvals }): ReactNode {
  const messages = useMessages()
  const { contract, name, status, onlyTokens, busy } = collection
  const revocable = status === 'approved'
  const label = revocable ? messages.revoke : messages.approve
  const state = onlyTokens ? messages.approvalTokenOnly : stateText(status, messages)
  return (
    <>
      <span>
        <b>{name}</b>
        <small className="muted">{state}</small>
      </span>
      <RevokeSome collection={collection} approvals={approvals} />
      <Button
        aria-label={`${label} ${name}`}
        working={busy}
        disabled={(approvals.busy && !busy) || status === 'checking'}
        onClick={() => void (revocable ? approvals.revoke(contract) : approvals.approve(contract))}
      >
        {busy ? messages.processing : label}
      </Button>
    </>
  )
}

function stateText(status: CollectionApproval['status'], messages: ReturnType<typeof useMessages>): string {
  if (status === 'approved') return messages.approved
  if (status === 'needed') return messages.approvalNeeded
  return status === 'checking' ? messages.approvalChecking : messages.approvalUnreadable
}

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
