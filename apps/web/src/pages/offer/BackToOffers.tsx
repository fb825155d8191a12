import type { ReactNode } from 'react'
import { usePortal } from '../../session/Portal.ts'
import { useMessages } from '../../session/useMessages.ts'
import { Icon } from '../../ui/Icon.tsx'
import { Link } from '../../ui/Link.tsx'

/** A link back to the lists. */
export function BackToOffers(): ReactNode {
  const messages = useMessages()
  return (
    <Link className="back" href={usePortal().path}>
      <Icon name="left" />
      {messages.detailOthers.text}
    </Link>
  )
}
