import type { Handler } from '../http/handlers.ts'
import { HttpError } from '../http/httpError.ts'
import type { Indexer } from '../indexer/indexer.ts'
import { fixCompleted } from './fixCompleted.ts'
import type { OfferParts } from './offerParts.ts'
import type { OfferCounts } from './offerTally.ts'
import { shareRun } from './shareRun.ts'
import { walkOffers } from './walkOffers.ts'

/** How long a request waits for a run that goes on without it; asking again then joins the run. */
const patienceMs = 45_000

/**
 * `GET /api/swap-offers/sync`: catches up, or with `?fromBlock=0` rereads all offers (decision C5). Concurrent calls
 * share one run and its result.
 */
export function syncOffers(parts: OfferParts, indexer: Pick<Indexer, 'catchUp'>): Handler<'syncOffers'> {
  const counting = (work: () => Promise<void>) => async (): Promise<OfferCounts> => {
    const before = parts.tally.since()
    await work()
    return parts.tally.since(before)
  }
  const plain = shareRun(counting(() => indexer.catchUp()))
  const whole = shareRun(
    counting(async () => {
      await indexer.catchUp()
      await walkOffers(parts)
    }),
  )
  return async ({ query }) => {
    const details = await within(query.fromBlock === undefined ? plain() : whole())
    return { status: 200, body: { success: true, details: { ...details } } }
  }
}

/** `GET /api/swap-offers/fix-completed`: reads every offer held open again. */
export function fixCompletedOffers(parts: OfferParts): Handler<'fixCompleted'> {
  const run = shareRun(() => fixCompleted(parts))
  return async () => ({ status: 200, body: { success: true, ...(await within(run())) } })
}

async function within<T>(run: Promise<T>): Promise<T> {
  const { promise: late, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(
    () => reject(new HttpError(503, 'still reading the chain: ask again', { retryAfterS: 5 })),
    patienceMs,
  )
  try {
    return await Promise.race([run, late])
  } finally {
    clearTimeout(timer)
  }
}
