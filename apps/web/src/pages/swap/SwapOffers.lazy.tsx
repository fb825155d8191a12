import type { ReactNode } from 'react'
import { ExpiredOffers, ReceivedOffers, SentOffers } from '../../features/offers/OfferLists.tsx'
import type { OfferActions } from '../../features/offers/useOfferActions.ts'
import { lazyOnIdle } from '../../ui/lazy.ts'

const AcceptReview = lazyOnIdle(async () => ({ default: (await import('../offer/offerParts.lazy.ts')).AcceptReview }))

const OfferReplies = lazyOnIdle(async () => ({ default: (await import('../offer/offerParts.lazy.ts')).OfferReplies }))

/** The user's offers, below the table. */
export default function SwapOffers({ actions }: { actions: OfferActions }): ReactNode {
  return (
    <div className="offers">
      <SentOffers actions={actions} Replies={OfferReplies} />
      <ReceivedOffers actions={actions} Review={AcceptReview} Replies={OfferReplies} />
      <ExpiredOffers actions={actions} />
    </div>
  )
}
