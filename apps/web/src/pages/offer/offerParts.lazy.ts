/** Parts of offers outside the first view. One chunk: each adds to the weight of every page. */
export { ActionSteps } from '../../features/offers/ActionSteps.tsx'
export { AcceptReview } from './AcceptReview.tsx'
export { AcceptStep } from './AcceptStep.tsx'
export { OfferReplies } from '../agreement/OfferReplies.tsx'
export { TableNotes } from '../agreement/TableNotes.tsx'
export { ComparedOffer } from './ComparedOffer.tsx'
export { BelowDeal } from './BelowDeal.tsx'
export { Swapped } from './Swapped.tsx'
