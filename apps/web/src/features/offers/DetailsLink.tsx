import type { Offer } from '@parley/domain'
import type { ReactNode } from 'react'
import { useMessages } from '../../session/useMessages.ts'
import { buttonClass } from '../../ui/Button.tsx'
import { Link } from '../../ui/Link.tsx'
import { shorten } from '../../ui/shorten.ts'

/** A link to an offer's page. */
export function DetailsLink({ offer }: { offer: Pick<Offer, 'id'> }): ReactNode {
  const messages = useMessages()
  return (
    <Link className={buttonClass('quiet', true)} href={`/p2p/${offer.id}`}>
      {messages.pendingDetails.text}
      <span className="unseen"> {shorten(offer.id)}</span>
    </Link>
  )
}
