import type { Offer } from '@parley/domain'
import { useId, useState, type ReactNode } from 'react'
import { offerText } from '../../text/offer.lazy.ts'
import { IconButton } from '../../ui/Button.tsx'
import { lazyOnIdle } from '../../ui/lazy.ts'
import { phoneQuery, useMedia } from '../../ui/useMedia.ts'
import { OfferIntro } from './OfferPaper.tsx'
import type { OfferPermissions } from './offerPermissions.ts'

const ContactButton = lazyOnIdle(async () => ({ default: (await import('./offerParts.lazy.ts')).ContactButton }))
const SetAsideActs = lazyOnIdle(async () => ({ default: (await import('./offerParts.lazy.ts')).SetAsideActs }))

interface OfferHeadProps {
  readonly offer: Offer
  readonly standing: OfferPermissions
  readonly chainLine: ReactNode
}

/** The offer page's header: parties, state on chain, page actions. */
export function OfferHead({ offer, standing, chainLine }: OfferHeadProps): ReactNode {
  const mayHide = standing.role === 'recipient' && !offer.settlement
  const isPhone = useMedia(phoneQuery)
  const acts = (
    <>
      <ContactButton address={standing.role === 'creator' ? offer.recipient : offer.creator} look="quiet" />
      {mayHide ? <SetAsideActs offer={offer} /> : null}
    </>
  )
  return (
    <OfferIntro
      offer={offer}
      role={standing.role}
      chainLine={chainLine}
      acts={mayHide && isPhone ? <MoreActs>{acts}</MoreActs> : acts}
    />
  )
}

/** On a phone the acts that are rarely wanted open below the others, so that the deal comes sooner. */
function MoreActs({ children }: { children: ReactNode }): ReactNode {
  const [open, setOpen] = useState(false)
  const id = useId()
  return (
    <>
      <IconButton
        icon="more"
        label={offerText.more}
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        onClick={() => setOpen(!open)}
      />
      {open ? (
        <div id={id} className="more-acts">
          {children}
        </div>
      ) : null}
    </>
  )
}
