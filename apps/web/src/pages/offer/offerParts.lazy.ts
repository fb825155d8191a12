/** Parts of offers that are not in the first view, in one chunk: every chunk adds to the weight of every page. */
export { ActionSteps } from '../../features/offers/ActionSteps.tsx'
export { AcceptReview } from './AcceptReview.tsx'
export { AcceptStep } from './AcceptStep.tsx'
export { BelowDeal } from './BelowDeal.tsx'
export { Swapped } from './Swapped.tsx'
