import type { ReactNode } from 'react'
import './Lines.css'

/** A slip's lines: label and amount. */
export function Lines({ children }: { children: ReactNode }): ReactNode {
  return <dl className="lines num">{children}</dl>
}

interface LineProps {
  readonly name: ReactNode
  readonly children: ReactNode
  readonly note?: ReactNode
  readonly className?: string
}

export function Line({ name, children, note, className }: LineProps): ReactNode {
  return (
    <div className={className ? `line ${className}` : 'line'}>
      <dt>{name}</dt>
      <dd>
        {children}
        {note ? <small>{note}</small> : null}
      </dd>
    </div>
  )
}

/** An exact amount, such as coins; nothing where there is none. */
export function AmountLine({ name, amount }: { name: string; amount: string | null }): ReactNode {
  if (amount === null) return null
  return (
    <Line name={name}>
      <span className="exact">{amount}</span>
    </Line>
  )
}

interface TotalLineProps {
  readonly name: string
  readonly amount: string
  readonly unit: string
  /** What it consists of, by name. */
  readonly parts?: readonly (readonly [name: string, amount: string])[]
}

/** The total under a heavy rule, with its parts in small letters below. */
export function TotalLine({ name, amount, unit, parts }: TotalLineProps): ReactNode {
  return (
    <>
      <dl className="total num">
        <dt>{name}</dt>
        <dd>
          {amount} <i>{unit}</i>
        </dd>
      </dl>
      {parts ? (
        <dl className="total-parts num">
          {parts.map(([part, partAmount]) => (
            <div key={part}>
              <dt>{part}</dt> <dd>{partAmount}</dd>
            </div>
          ))}
        </dl>
      ) : null}
    </>
  )
}
