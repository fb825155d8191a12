import type { ContractCall } from '@parley/chain'
import type { ReactNode } from 'react'
import { adminWords } from '../../messages/adminWords.ts'
import { CopyButton } from '../../ui/CopyButton.tsx'
import type { Panel } from './Panel.ts'

/** Where the owner is a contract: the act as somebody can carry it to the owner's own tool. Null until the form is filled in. */
export function CallData({ panel, call }: { panel: Panel; call: ContractCall | null }): ReactNode {
  if (!panel.state.ownerIsContract) return null
  return (
    <div className="call-data" role="group" aria-label={adminWords.callData}>
      <h3>{adminWords.callData}</h3>
      {call === null ? (
        <p className="muted">{adminWords.callIncomplete}</p>
      ) : (
        <dl className="num">
          <Fact name={adminWords.callTo} value={call.to} />
          <Fact name={adminWords.callValue} value={String(call.valueWei)} />
          <Fact name={adminWords.callDataName} value={call.data} />
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
        <CopyButton text={value} label={adminWords.copy} doneLabel={adminWords.copied} />
      </dd>
    </div>
  )
}
