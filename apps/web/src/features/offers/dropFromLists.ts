import type { OfferId } from '@parley/domain'
import { queryKeys } from '../../services/queryKeys.ts'
import type { Session } from '../../services/Session.ts'
import type { OffersAnswer } from './offersQuery.ts'

/** Removes a settled offer from the lists at once, ahead of the index. */
export function dropFromLists({ queries }: Session, id: OfferId): void {
  queries.setQueriesData<OffersAnswer>(
    { queryKey: queryKeys.offers, predicate: ({ queryKey }) => lists.has(queryKey[1]) },
    (answer) => (answer ? { ...answer, offers: answer.offers.filter((offer) => offer.id !== id) } : undefined),
  )
}

const lists: ReadonlySet<unknown> = new Set(['sent', 'received', 'expired'])
