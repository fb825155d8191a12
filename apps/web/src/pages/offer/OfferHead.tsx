import type { Offer } from '@parley/domain'
import type { ReactNode } from 'react'
import { useUnwanted } from '../../features/offers/useUnwanted.ts'
import { offerWords } from '../../messages/offerWords.ts'
import { Button } from '../../ui/Button.tsx'
import { CopyButton } from '../../ui/CopyButton.tsx'
import { BackToOffers } from './BackToOffers.tsx'
import type { Standing } from './standingOf.ts'

interface OfferHeadProps {
  readonly offer: Offer
  readonly standing: Standing
  readonly chainLine: ReactNode
}

/** Whose offer it is, what the chain says, and what can be done with the page itself. */
export function OfferHead({ offer, standing, chainLine }: OfferHeadProps): ReactNode {
  const unwanted = useUnwanted()
  const hidden = unwanted.isUnwanted(offer)
  return (
    <div className="intro offer-head">
      <div>
        <BackToOffers />
        <h1>{titleOf(standing)}</h1>
        {chainLine}
      </div>
      <div className="intro-state">
        <CopyButton text={window.location.href} label={offerWords.copyLink} doneLabel={offerWords.copied} />
        {standing.role === 'recipient' && !offer.settlement ? (
          <Button
            look="quiet"
            sentence
            aria-disabled={hidden || undefined}
            onClick={() => hidden || unwanted.hide(offer.id)}
          >
            {hidden ? offerWords.hidden : offerWords.hide}
          </Button>
        ) : null}
      </div>
    </div>
  )
}

function titleOf({ role, status }: Standing): string {
  if (status === 'completed' || status === 'cancelled') return offerWords.closed
  if (role === 'creator') return offerWords.yours
  return role === 'recipient' ? offerWords.forYou : offerWords.forOthers
}
