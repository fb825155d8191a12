import type { ComponentProps, MouseEvent, ReactNode } from 'react'
import { hint, navigate } from './navigation.ts'

/** A link within the site: changes the page without loading it again. Opening in a new tab works as everywhere. */
export function Link({ href, onClick, ...rest }: ComponentProps<'a'> & { readonly href: string }): ReactNode {
  const follow = (event: MouseEvent<HTMLAnchorElement>): void => {
    onClick?.(event)
    if (event.defaultPrevented || !isPlainClick(event)) return
    event.preventDefault()
    navigate(href)
  }
  // What it says comes with the other attributes.
  // oxlint-disable-next-line jsx-a11y/anchor-has-content
  return <a href={href} onPointerEnter={() => hint(href)} onFocus={() => hint(href)} onClick={follow} {...rest} />
}

function isPlainClick(event: MouseEvent): boolean {
  return event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey
}
