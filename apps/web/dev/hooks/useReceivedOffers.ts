import type { OfferList } from '../../src/features/offers/OfferList.ts'
import { received } from '../sample.ts'
import { list } from './lists.ts'

export const useReceivedOffers = (): OfferList => list(received)
