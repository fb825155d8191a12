import type { ReactNode } from 'react'
import { Icon, type IconName } from './Icon.tsx'
import './Chip.css'

/** A state in capitals with its icon. */
export function Badge({
  icon,
  tone = 'ok',
  children,
}: {
  icon: IconName
  tone?: 'ok' | 'warn'
  children: ReactNode
}): ReactNode {
  return (
    <span className={`badge caps ${tone === 'warn' ? 'badge-warn' : ''}`}>
      <Icon name={icon} />
      {children}
    </span>
  )
}
