import type { ReactNode } from 'react'
import { icons, type IconName } from './icons.ts'
import './Icon.css'

/** An icon beside text. Hidden from screen readers, since the text says it. */
export function Icon({ name, large = false }: { name: IconName; large?: boolean }): ReactNode {
  return (
    <svg className={large ? 'icon icon-large' : 'icon'} viewBox="0 0 16 16" aria-hidden="true">
      <path d={icons[name]} />
    </svg>
  )
}
