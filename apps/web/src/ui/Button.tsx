import './Button.css'
import './IconButton.css'
import type { ComponentProps, ReactNode } from 'react'
import { Icon, type IconName } from './Icon.tsx'

/** `stamp`: the slip's main button. `primary`: the main action elsewhere. `ink`: a strong action on the table. `quiet`: secondary. */
export type ButtonLook = 'outline' | 'primary' | 'ink' | 'quiet' | 'stamp'

export interface ButtonProps extends ComponentProps<'button'> {
  readonly look?: ButtonLook
  readonly icon?: IconName
  /** Sentence-case labels are larger and more tightly spaced than the specification's capitals. */
  readonly sentence?: boolean
  /** Shows progress. The button stays focusable. */
  readonly working?: boolean
}

/** A button. While `working` it is announced as busy, ignores clicks and keeps the focus. */
export function Button(props: ButtonProps): ReactNode {
  const { look = 'outline', icon, sentence = false, working = false, className, children, onClick, ...rest } = props
  return (
    <button
      type="button"
      {...rest}
      className={buttonClass(look, sentence, className)}
      aria-busy={working || undefined}
      aria-disabled={working || rest['aria-disabled']}
      onClick={working ? undefined : onClick}
    >
      {working ? <span className="btn-spin" aria-hidden="true" /> : icon ? <Icon name={icon} /> : null}
      {children}
    </button>
  )
}

/** Class names that make a link look like a button. */
export function buttonClass(look: ButtonLook, sentence: boolean, extra?: string): string {
  return ['btn', `btn-${look}`, sentence && 'btn-sentence', extra].filter(Boolean).join(' ')
}

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
