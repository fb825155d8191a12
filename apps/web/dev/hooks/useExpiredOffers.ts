import type { OfferList } from '../../src/features/offers/OfferList.ts'
import { expired } from '../sample.ts'
import { list } from './lists.ts'

export const useExpiredOffers = (): OfferList => list(expired)
