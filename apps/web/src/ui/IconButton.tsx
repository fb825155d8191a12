import type { ComponentProps, ReactNode } from 'react'
import { Icon } from './Icon.tsx'
import type { IconName } from './icons.ts'
import './IconButton.css'

interface IconButtonProps extends Omit<ComponentProps<'button'>, 'children'> {
  readonly icon: IconName
  /** What it does, in words. */
  readonly label: string
}

/** A button that shows only an icon; its words are read out and shown as a tooltip. */
export function IconButton({ icon, label, className, ...rest }: IconButtonProps): ReactNode {
  return (
    <button type="button" title={label} aria-label={label} {...rest} className={`icon-btn ${className ?? ''}`}>
      <Icon name={icon} large />
    </button>
  )
}
