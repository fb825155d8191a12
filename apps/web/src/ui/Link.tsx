import type { ComponentProps, MouseEvent, ReactNode } from 'react'
import { hint, navigate } from './navigation.ts'

/** A link within the site. Navigates without a reload; opening in a new tab still works. */
export function Link({ href, onClick, ...rest }: ComponentProps<'a'> & { readonly href: string }): ReactNode {
  const follow = (event: MouseEvent<HTMLAnchorElement>): void => {
    onClick?.(event)
    if (event.defaultPrevented || !isPlainClick(event)) return
    event.preventDefault()
    navigate(href)
  }
  // The content arrives with the other attributes.
  // oxlint-disable-next-line jsx-a11y/anchor-has-content
  return <a href={href} onPointerEnter={() => hint(href)} onFocus={() => hint(href)} onClick={follow} {...rest} />
}

function isPlainClick(event: MouseEvent): boolean {
  return event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey
}
