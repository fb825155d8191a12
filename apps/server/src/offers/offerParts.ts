import type { Context } from '../context.ts'

/** What the work on offers shares. */
export interface OfferParts {
  readonly context: Context
  readonly counter: ChangeCounter
}

/** Changes made to the index of offers. */
export interface ChangeCounts {
  readonly created: number
  readonly reactivated: number
  readonly deactivated: number
}

/** Counts the changes that this process makes to the index of offers. */
export interface ChangeCounter {
  add(counts: Partial<ChangeCounts>): void
  /** Counts since an earlier reading, or since start. */
  since(earlier?: ChangeCounts): ChangeCounts
}

export function createChangeCounter(): ChangeCounter {
  let total: ChangeCounts = { created: 0, reactivated: 0, deactivated: 0 }
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
