import type { ReactNode } from 'react'
import { offerText } from '../../text/offer.lazy.ts'
import { usePortal } from '../../services/Portal.ts'
import { Icon } from '../../ui/Icon.tsx'
import { Link } from '../../ui/Link.tsx'

/** A link back to the lists. */
export function BackToOffers(): ReactNode {
  return (
    <Link className="back" href={usePortal().path}>
      <Icon name="left" />
      {offerText.others}
    </Link>
  )
}
