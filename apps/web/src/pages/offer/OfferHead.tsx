import { outcomeOf, sameAddress, type Offer } from '@parley/domain'
import type { ReactNode } from 'react'
import { useUnwanted } from '../../features/offers/useUnwanted.ts'
import { offerWords } from '../../messages/offerWords.ts'
import { usePortal, useMessages } from '../../services/Portal.ts'
import { Button } from '../../ui/Button.tsx'
import { CopyButton } from '../../ui/CopyButton.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { Link } from '../../ui/Link.tsx'
import { ShareButton } from '../../ui/ShareButton.tsx'
import type { Standing } from './standingOf.ts'

interface OfferHeadProps {
  readonly offer: Offer
  readonly standing: Standing
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
        <CopyButton text={link} label={offerWords.copyLink} doneLabel={offerWords.copied} />
        <ShareButton url={link} text={offerWords.shareText} label={offerWords.share} />
        {standing.role === 'recipient' && !offer.settlement ? <SetAsideActs offer={offer} /> : null}
      </div>
    </div>
  )
}

function titleOf(offer: Offer, { role }: Standing): string {
  const outcome = outcomeOf(offer)
  if (outcome) return offerWords.closed[outcome]
  if (role === 'creator') return offerWords.yours
  return role === 'recipient' ? offerWords.forYou : offerWords.forOthers
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
          {hidden ? offerWords.unhide : offerWords.hide}
        </Button>
      )}
      <Button
        look="quiet"
        sentence
        onClick={() => (blocked ? unwanted.unblock(offer.creator) : unwanted.block(offer.creator))}
      >
        {blocked ? offerWords.unblock : offerWords.block}
      </Button>
    </div>
  )
}

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
