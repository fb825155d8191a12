import { sameAddress, type Offer } from '@parley/domain'
import { offerVoiceRoom } from '@parley/protocol'
import type { ReactNode } from 'react'
import { useVoiceProof } from '../../features/voice/useVoiceProof.ts'
import { offerWords } from '../../messages/offerWords.ts'
import { VoicePlace } from '../VoicePlace.tsx'

/** The private room of an offer, for its two parties. */
export function OfferVoice({ offer }: { offer: Offer }): ReactNode {
  const prove = useVoiceProof()
  return (
    <VoicePlace
      room={offerVoiceRoom(offer.id)}
      path={`/p2p/${offer.id}`}
      prove={prove}
      roleOf={(address) =>
        sameAddress(address, offer.creator) ? offerWords.madeThisOffer : offerWords.receivedThisOffer
      }
    />
  )
}
