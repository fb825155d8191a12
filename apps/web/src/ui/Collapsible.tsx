import type { ReactNode } from 'react'
import { Icon } from './Icon.tsx'
import './Collapsible.css'

interface CollapsibleProps {
  readonly title: ReactNode
  readonly children: ReactNode
  readonly open: boolean
  readonly onToggle: (open: boolean) => void
}

/** A collapsible section on the native `<details>` element. */
export function Collapsible({ title, children, open, onToggle }: CollapsibleProps): ReactNode {
  return (
    <details
      className="collapsible"
      open={open}
      onToggle={(event) => event.target === event.currentTarget && onToggle(event.currentTarget.open)}
    >
      <summary>
        {title}
        <Icon name="down" />
      </summary>
      {open ? children : null}
    </details>
  )
}
