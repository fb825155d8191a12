import type { ReactNode } from 'react'
import './Note.css'

/** A place where nothing lies yet, and why. */
export function Empty({ title, children }: { title?: string; children?: ReactNode }): ReactNode {
  return (
    <div className="empty">
      {title ? <strong>{title}</strong> : null}
      {children}
    </div>
  )
}
