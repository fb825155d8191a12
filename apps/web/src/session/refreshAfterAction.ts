import { queryKeys } from './queryKeys.ts'
import { readAgain } from './readAgain.ts'
import type { Session } from './Session.ts'

/** Maximum wait for fresh lists after an action. Later changes arrive as events. */
const patienceMs = 8_000

/** Refreshes what an action may have changed: offers, holdings, approvals, balance, escrow. */
export async function refreshAfterAction({ queries, clock }: Session): Promise<void> {
  const stop = new AbortController()
  const all = [queryKeys.offers, queryKeys.holdings, queryKeys.approvals, ['balance'], ['escrow'], ['fee']].map(
    (queryKey) => readAgain(queries, { queryKey }),
  )
  await Promise.race([Promise.allSettled(all), clock.sleep(patienceMs, stop.signal).catch(() => undefined)])
  stop.abort()
}
