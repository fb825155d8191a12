import { frameText } from '../../text/frame.ts'
import type { ContractCall } from '@parley/chain'
import type { ReactNode } from 'react'
import { adminText } from '../../text/admin.ts'
import { CopyButton } from '../../ui/CopyButton.tsx'
import type { Panel } from './useOwnerAct.ts'

interface CallDataProps {
  readonly panel: Panel
  /** Null until the form is complete. */
  readonly call: ContractCall | null
  /** The contract that would perform the action; defaults to the owner. */
  readonly by?: 'owner' | 'pendingOwner'
  readonly title?: string
}

/** Calldata to paste into a multisig's own tool, if the owner is a contract. */
export function CallData({ panel, call, by = 'owner', title = adminText.callData }: CallDataProps): ReactNode {
  if (!panel.state[`${by}IsContract`]) return null
  return (
    <div className="call-data" role="group" aria-label={title}>
      <h3>{title}</h3>
      {call === null ? (
        <p className="muted">{adminText.callIncomplete}</p>
      ) : (
        <dl className="num">
          <Fact name={adminText.callTo} value={call.to} />
          <Fact name={adminText.callValue} value={String(call.valueWei)} />
          <Fact name={adminText.callDataName} value={call.data} />
        </dl>
      )}
    </div>
  )
}

function Fact({ name, value }: { name: string; value: string }): ReactNode {
  return (
    <div>
      <dt>{name}</dt>
      <dd>
        <code>{value}</code>
        <CopyButton text={value} label={frameText.copy} doneLabel={frameText.copied} />
      </dd>
    </div>
  )
}
