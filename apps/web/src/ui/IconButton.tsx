import type { ComponentProps, ReactNode } from 'react'
import { Icon } from './Icon.tsx'
import type { IconName } from './icons.ts'
import './IconButton.css'

interface IconButtonProps extends Omit<ComponentProps<'button'>, 'children'> {
  readonly icon: IconName
  /** Accessible name and tooltip. */
  readonly label: string
}

/** An icon-only button with an accessible name and tooltip. */
export function IconButton({ icon, label, className, ...rest }: IconButtonProps): ReactNode {
  return (
    <button type="button" title={label} aria-label={label} {...rest} className={`icon-btn ${className ?? ''}`}>
      <Icon name={icon} large />
    </button>
  )
}
