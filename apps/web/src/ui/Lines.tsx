import type { ReactNode } from 'react'
import './Lines.css'

/** A slip's lines: label and amount. */
export function Lines({ children }: { children: ReactNode }): ReactNode {
  return <dl className="lines num">{children}</dl>
}

export function Line({ name, children, note }: { name: ReactNode; children: ReactNode; note?: ReactNode }): ReactNode {
  return (
    <div className="line">
      <dt>{name}</dt>
      <dd>
        {children}
        {note ? <small>{note}</small> : null}
      </dd>
    </div>
  )
}

/** The total under a heavy rule. */
export function TotalLine({ name, amount, unit }: { name: string; amount: string; unit: string }): ReactNode {
  return (
    <dl className="total num">
      <dt>{name}</dt>
      <dd>
        {amount} <i>{unit}</i>
      </dd>
    </dl>
  )
}
