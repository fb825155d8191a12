import type { ReactNode } from 'react'
import './TableTop.css'

/** The table: linoleum, plywood edge, and whoever sits at it. */
export function TableTop({ label, children }: { label: string; children: ReactNode }): ReactNode {
  return (
    <section className="table" aria-label={label}>
      <div className="table-top" aria-hidden="true" />
      <div className="table-seats">{children}</div>
    </section>
  )
}
