import { configAnswer } from './config/configAnswer.ts'
import type { Context } from './context.ts'
import type { Handlers } from './http/handlers.ts'
import { databaseFailure } from './db/databaseFailure.ts'
import type { Holdings } from './holdings/createHoldings.ts'
import { holdingsHandlers } from './holdings/holdingsHandlers.ts'
import { healthAnswer } from './http/healthAnswer.ts'
import { nftHandlers } from './images/nftHandlers.ts'
import type { Images } from './images/openImages.ts'
import type { TokenNames } from './names/createTokenNames.ts'
import type { Indexer } from './indexer/indexer.ts'
import type { Offers } from './offers/createOffers.ts'
import { escrowRecordHandlers } from './owner/escrowRecord.ts'
import type { Stats } from './stats/createStats.ts'
import type { Voice } from './voice/createVoice.ts'

/** What brings its own handlers. */
export interface Parts {
  readonly offers: Offers
  readonly holdings: Holdings
  readonly images: Images
  readonly names: TokenNames
  readonly stats: Stats
  readonly voice: Voice
}

/** A handler for every route of the table. */
export function handlersOf(
  context: Context,
  indexer: Indexer,
  { offers, holdings, images, names, stats, voice }: Parts,
): Handlers {
  return {
    config: async () => ({ status: 200, body: configAnswer(context.config, indexer.status()) }),
    health: async () =>
      healthAnswer(indexer.status(), { nowMs: performance.now(), databaseFailure: await databaseFailure(context.db) }),
    ...offers.handlers(indexer),
    ...holdingsHandlers(context, holdings.audit, names),
    ...stats.handlers,
    ...voice.handlers,
    ...escrowRecordHandlers(context),
    ...nftHandlers(context.config.deployment.collections, images.metadata),
  }
}
