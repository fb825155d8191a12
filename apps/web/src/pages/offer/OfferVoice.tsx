import { sameAddress, type Offer } from '@parley/domain'
import { offerVoiceRoom } from '@parley/protocol'
import type { ReactNode } from 'react'
import { offerWords } from '../../messages/offerWords.ts'
import { VoicePlace } from '../VoicePlace.tsx'

/** The private room of an offer, for its two parties. */
export function OfferVoice({ offer }: { offer: Offer }): ReactNode {
  return (
    <VoicePlace
      room={offerVoiceRoom(offer.id)}
      path={`/p2p/${offer.id}`}
      roleOf={(address) =>
        sameAddress(address, offer.creator) ? offerWords.madeThisOffer : offerWords.receivedThisOffer
      }
    />
  )
}
