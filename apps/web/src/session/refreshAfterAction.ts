import { queryKeys } from './queryKeys.ts'
import { readAgain } from './readAgain.ts'
import type { Session } from './Session.ts'

/** No screen waits longer than this for its lists after an action; what comes later comes by itself. */
const patienceMs = 8_000

/** Reads again what an action may have changed: offers, holdings, approvals, the balance, the escrow itself. */
export async function refreshAfterAction({ queries, clock }: Session): Promise<void> {
  const stop = new AbortController()
  const all = [queryKeys.offers, queryKeys.holdings, queryKeys.approvals, ['balance'], ['escrow'], ['fee']].map(
    (queryKey) => readAgain(queries, { queryKey }),
  )
  await Promise.race([Promise.allSettled(all), clock.sleep(patienceMs, stop.signal).catch(() => undefined)])
  stop.abort()
}
