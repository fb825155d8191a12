import type { Context } from '../context.ts'
import type { Handlers } from '../http/handlers.ts'
import { failureText } from '../indexer/failureText.ts'
import type { Indexer } from '../indexer/indexer.ts'
import type { LogConsumer } from '../indexer/logConsumer.ts'
import { createOfferFinder, type OfferFinder } from './createOfferFinder.ts'
import { fixCompleted } from './fixCompleted.ts'
import { countMissing, OffersMissingError } from './missingOffers.ts'
import { offerConsumer } from './offerConsumer.ts'
import { offerHandlers } from './offerHandlers.ts'
import type { OfferParts } from './offerParts.ts'
import { createOfferTally } from './offerTally.ts'
import { passLogGap } from './passLogGap.ts'
import { reconcileWithChain } from './reconcileWithChain.ts'
import { walkOffers } from './walkOffers.ts'

/** The server's offers: index and routes. */
export interface Offers {
  readonly consumers: readonly LogConsumer[]
  readonly finder: Pick<OfferFinder, 'inIndex'>
  handlers(indexer: Pick<Indexer, 'status' | 'catchUp'>): Pick<Handlers, keyof ReturnType<typeof offerHandlers>>
}

export function createOffers(context: Context): Offers {
  const parts: OfferParts = { context, tally: createOfferTally() }
  const finder = createOfferFinder(parts)
  const { escrows } = context.config.deployment
  const beside = (work: Promise<unknown>) => {
    work.catch((error: unknown) => context.log.warn({ reason: failureText(error) }, 'offers could not be read again'))
  }
  return {
    consumers: escrows.map((deployment) =>
      offerConsumer(deployment, {
        tally: parts.tally,
        escrows: escrows.map(({ address }) => address),
        passGap: passLogGap(parts, deployment, () => beside(fixCompleted(parts))),
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
