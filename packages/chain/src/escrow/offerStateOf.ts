export type OfferState = 'unknown' | 'open' | 'completed' | 'cancelled'

const states: Readonly<Record<number, OfferState>> = { 0: 'unknown', 1: 'open', 2: 'completed', 3: 'cancelled' }

/** The state that an escrow's number stands for; undefined for a number that no escrow gives. */
export function offerStateOf(status: number): OfferState | undefined {
  return states[status]
}
