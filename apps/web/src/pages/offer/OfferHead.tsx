import { sameAddress, type Offer } from '@parley/domain'
import { useId, useState, type ReactNode } from 'react'
import { useUnwanted } from '../../features/offers/useOfferList.ts'
import { offerText } from '../../text/offer.lazy.ts'
import { Button, IconButton } from '../../ui/Button.tsx'
import { lazyOnIdle } from '../../ui/lazy.ts'
import { phoneQuery, useMedia } from '../../ui/useMedia.ts'
import { OfferIntro } from './OfferPaper.tsx'
import type { OfferPermissions } from './offerPermissions.ts'

const ContactButton = lazyOnIdle(async () => ({ default: (await import('./offerParts.lazy.ts')).ContactButton }))

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

/** Lets a recipient hide an offer or block its creator, in this browser only (decision S9). */
function SetAsideActs({ offer }: { offer: Offer }): ReactNode {
  const unwanted = useUnwanted()
  const blocked = unwanted.blocked.some((creator) => sameAddress(creator, offer.creator))
  const hidden = unwanted.isUnwanted(offer)
  return (
    <div className="set-aside">
      {blocked ? null : (
        <Button look="quiet" sentence onClick={() => (hidden ? unwanted.unhide(offer.id) : unwanted.hide(offer.id))}>
          {hidden ? offerText.unhide : offerText.hide}
        </Button>
      )}
      <Button
        look="quiet"
        sentence
        onClick={() => (blocked ? unwanted.unblock(offer.creator) : unwanted.block(offer.creator))}
      >
        {blocked ? offerText.unblock : offerText.block}
      </Button>
    </div>
  )
}
