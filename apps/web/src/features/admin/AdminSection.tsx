import { useId, type ReactNode } from 'react'
import './Admin.css'

/** One owner action: explanation, form and calldata to copy. */
export function AdminSection({
  title,
  hint,
  children,
}: {
  title: string
  hint: string
  children: ReactNode
}): ReactNode {
  const id = useId()
  return (
    <section className="admin-section" aria-labelledby={id}>
      <div>
        <h2 id={id}>{title}</h2>
        <p>{hint}</p>
      </div>
      <div className="admin-form">{children}</div>
    </section>
  )
}
