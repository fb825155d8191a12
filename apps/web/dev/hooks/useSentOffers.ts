import type { OfferList } from '../../src/features/offers/OfferList.ts'
import { sent } from '../sample.ts'
import { list } from './lists.ts'

export const useSentOffers = (): OfferList => list(sent)
