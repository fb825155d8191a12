import type { ReactNode } from 'react'
import { Icon, type IconName } from './Icon.tsx'
import './Chip.css'

/** A small fact with its state: an icon and text, never colour alone. */
export function Chip({
  tone,
  icon,
  children,
}: {
  tone: 'ok' | 'warn' | 'plain'
  icon?: IconName
  children: ReactNode
}): ReactNode {
  return (
    <span className={`chip chip-${tone}`}>
      {icon ? <Icon name={icon} /> : null}
      {children}
    </span>
  )
}
