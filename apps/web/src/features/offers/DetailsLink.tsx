import type { Offer } from '@parley/domain'
import type { ReactNode } from 'react'
import { ticketText as words } from '../../text/offers.lazy.ts'
import { Button, buttonClass } from '../../ui/Button.tsx'
import { Link } from '../../ui/Link.tsx'
import { shorten } from '../../ui/Address.tsx'
import { useUnwanted } from './useUnwanted.ts'

/** A link to an offer's page. */
export function DetailsLink({ offer }: { offer: Pick<Offer, 'id'> }): ReactNode {
  return (
    <Link className={buttonClass('quiet', true)} href={`/p2p/${offer.id}`}>
      {words.details}
      <span className="unseen"> {shorten(offer.id)}</span>
    </Link>
  )
}

/** Hides a received offer from every list, in this browser only (decision S9). */
export function HideOffer({ offer }: { offer: Offer }): ReactNode {
  const { hide } = useUnwanted()
  return (
    <Button look="quiet" sentence onClick={() => hide(offer.id)}>
      {words.hide}
      <span className="unseen"> {shorten(offer.id)}</span>
    </Button>
  )
}
