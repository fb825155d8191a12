import type { ReactNode } from 'react'
import './Note.css'

/** An empty state and its reason. */
export function Empty({ title, children }: { title?: string; children?: ReactNode }): ReactNode {
  return (
    <div className="empty">
      {title ? <strong>{title}</strong> : null}
      {children}
    </div>
  )
}
