import { frameText } from '../../text/frame.ts'
import { outcomeOf, sameAddress, type Offer } from '@parley/domain'
import type { ReactNode } from 'react'
import { useUnwanted } from '../../features/offers/useOfferList.ts'
import { offerText } from '../../text/offer.lazy.ts'
import { Button } from '../../ui/Button.tsx'
import { CopyButton, ShareButton } from '../../ui/CopyButton.tsx'
import { lazyOnIdle } from '../../ui/lazy.ts'
import { BackToOffers } from './BackToOffers.tsx'
import type { OfferPermissions } from './offerPermissions.ts'

const ContactButton = lazyOnIdle(async () => ({ default: (await import('./offerParts.lazy.ts')).ContactButton }))

interface OfferHeadProps {
  readonly offer: Offer
  readonly standing: OfferPermissions
  readonly chainLine: ReactNode
}

/** The offer page's header: parties, state on chain, page actions. */
export function OfferHead({ offer, standing, chainLine }: OfferHeadProps): ReactNode {
  const link = new URL(`/p2p/${offer.id}`, window.location.origin).href
  return (
    <div className="intro offer-head">
      <div>
        <BackToOffers />
        <h1>{titleOf(offer, standing)}</h1>
        {chainLine}
      </div>
      <div className="intro-state">
        <CopyButton text={link} label={frameText.copyLink} doneLabel={frameText.copied} />
        <ShareButton url={link} text={offerText.shareText} label={frameText.share} />
        <ContactButton address={standing.role === 'creator' ? offer.recipient : offer.creator} look="quiet" />
        {standing.role === 'recipient' && !offer.settlement ? <SetAsideActs offer={offer} /> : null}
      </div>
    </div>
  )
}

function titleOf(offer: Offer, { role }: OfferPermissions): string {
  const outcome = outcomeOf(offer)
  if (outcome) return offerText.closed[outcome]
  if (role === 'creator') return offerText.yours
  return role === 'recipient' ? offerText.forYou : offerText.forOthers
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
