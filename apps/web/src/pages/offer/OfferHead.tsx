import { sameAddress, type Offer } from '@parley/domain'
import type { ReactNode } from 'react'
import { useUnwanted } from '../../features/offers/useOfferList.ts'
import { offerText } from '../../text/offer.lazy.ts'
import { Button } from '../../ui/Button.tsx'
import { lazyOnIdle } from '../../ui/lazy.ts'
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
  return (
    <OfferIntro
      offer={offer}
      role={standing.role}
      chainLine={chainLine}
      acts={
        <>
          <ContactButton address={standing.role === 'creator' ? offer.recipient : offer.creator} look="quiet" />
          {mayHide ? <SetAsideActs offer={offer} /> : null}
        </>
      }
    />
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
