import type { ComponentProps, ReactNode } from 'react'
import { Icon } from './Icon.tsx'
import type { IconName } from './icons.ts'
import './Button.css'

/** `stamp` is the one button of a slip, `primary` the main act elsewhere, `ink` a strong act on the table, `quiet` an aside. */
export type ButtonLook = 'outline' | 'primary' | 'ink' | 'quiet' | 'stamp'

export interface ButtonProps extends ComponentProps<'button'> {
  readonly look?: ButtonLook
  readonly icon?: IconName
  /** Sentences are set larger and closer than the specification's capitals. */
  readonly sentence?: boolean
  /** Shows that the work is under way. The button stays focusable. */
  readonly working?: boolean
}

/** A button. While `working` it says so to assistive technology and ignores clicks, without losing the focus. */
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

/** The class of something that looks like a button, for links. */
export function buttonClass(look: ButtonLook, sentence: boolean, extra?: string): string {
  return ['btn', `btn-${look}`, sentence && 'btn-sentence', extra].filter(Boolean).join(' ')
}
