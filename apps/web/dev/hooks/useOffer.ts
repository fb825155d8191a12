import type { OfferView } from '../../src/features/offers/useOffer.ts'
import { expired, received, sent } from '../sample.ts'
import { scenario } from '../scenario.ts'

const offers = [...sent, ...received, ...expired]

export function useOffer(idText: string): OfferView {
  const offer = offers.find((one) => one.id.startsWith(idText)) ?? null
  const status = (['loading', 'malformed', 'not-found', 'pending', 'failed'] as const).find((one) => scenario.has(one))
  return {
    status: status ?? (offer ? 'ready' : 'not-found'),
    offer: status ? null : offer,
    movedTo: null,
    chain: scenario.has('differs')
      ? { state: 'differs', block: 58_204_117n }
      : scenario.has('unchecked')
        ? { state: 'unreadable' }
        : { state: 'agrees', block: 58_204_117n },
    refresh: async () => undefined,
  }
}
