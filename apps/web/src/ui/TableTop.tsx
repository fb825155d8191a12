import type { ReactNode } from 'react'
import './TableTop.css'

interface TableTopProps {
  readonly label: string
  readonly className?: string
  readonly children: ReactNode
}

/** The table: linoleum, plywood edge, and the people sitting at it. */
export function TableTop({ label, className = '', children }: TableTopProps): ReactNode {
  return (
    <section className={`table ${className}`} aria-label={label}>
      <div className="table-top" aria-hidden="true" />
      <div className="table-seats">{children}</div>
    </section>
  )
}
