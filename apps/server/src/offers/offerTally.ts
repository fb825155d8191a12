/** Changes made to the index of offers. */
export interface OfferCounts {
  readonly created: number
  readonly reactivated: number
  readonly deactivated: number
}

/** Counts the changes that this process makes to the index of offers. */
export interface OfferTally {
  add(counts: Partial<OfferCounts>): void
  /** Counts since an earlier reading, or since start. */
  since(earlier?: OfferCounts): OfferCounts
}

export function createOfferTally(): OfferTally {
  let total: OfferCounts = { created: 0, reactivated: 0, deactivated: 0 }
  return {
    add({ created = 0, reactivated = 0, deactivated = 0 }) {
      total = {
        created: total.created + created,
        reactivated: total.reactivated + reactivated,
        deactivated: total.deactivated + deactivated,
      }
    },
    since: (earlier = { created: 0, reactivated: 0, deactivated: 0 }) => ({
      created: total.created - earlier.created,
      reactivated: total.reactivated - earlier.reactivated,
      deactivated: total.deactivated - earlier.deactivated,
    }),
  }
}
