import type { Context } from '../context.ts'
import type { Handlers } from '../http/bindRoutes.ts'
import { failureText } from '../log.ts'
import type { Indexer } from '../indexer/indexer.ts'
import type { LogConsumer } from '../indexer/logConsumer.ts'
import { createOfferFinder, type OfferFinder } from './createOfferFinder.ts'
import { fixCompleted, reconcileWithChain, walkOffers } from './reconcileWithChain.ts'
import { countMissing, OffersMissingError } from './missingOffers.ts'
import { offerConsumer } from './offerConsumer.ts'
import { offerHandlers } from './offerHandlers.ts'
import { type OfferParts, createChangeCounter } from './offerParts.ts'
import { skipOfferLogs } from './skipOfferLogs.ts'
/** The server's offers: index and routes. */
export interface Offers {
  readonly consumers: readonly LogConsumer[]
  readonly finder: Pick<OfferFinder, 'inIndex'>
  handlers(indexer: Pick<Indexer, 'status' | 'catchUp'>): Pick<Handlers, keyof ReturnType<typeof offerHandlers>>
}

export function createOffers(context: Context): Offers {
  const parts: OfferParts = { context, counter: createChangeCounter() }
  const finder = createOfferFinder(parts)
  const { escrows } = context.config.deployment
  const beside = (work: Promise<unknown>) => {
    work.catch((error: unknown) => context.log.warn({ reason: failureText(error) }, 'offers could not be read again'))
  }
  return {
    consumers: escrows.map((deployment) =>
      offerConsumer(deployment, {
        counter: parts.counter,
        escrows: escrows.map(({ address }) => address),
        skipUnavailableLogs: skipOfferLogs(parts, deployment, () => beside(fixCompleted(parts))),
        async fillGap() {
          await walkOffers(parts)
          await fixCompleted(parts)
          const missing = await countMissing(context.db.read, deployment.address)
          if (missing > 0) throw new OffersMissingError(missing)
        },
        recheck: () => beside(fixCompleted(parts)),
        doubt: (offers) => beside(reconcileWithChain(parts, offers)),
      }),
    ),
    finder,
    handlers: (indexer) => offerHandlers(parts, { indexer, finder }),
  }
}
