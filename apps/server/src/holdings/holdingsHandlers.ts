import type { Context } from '../context.ts'
import type { Handlers } from '../http/handlers.ts'
import { liveHoldings } from './liveHoldings.ts'
import { pageOfHoldings } from './pageOfHoldings.ts'

/** `GET /api/holdings/{address}`: every NFT of a wallet in the registry's collections. */
export function holdingsHandlers(context: Context): Pick<Handlers, 'holdings'> {
  return {
    async holdings({ params, query }) {
      const holdings = await liveHoldings(context, params.address)
      const { etag, ...body } = pageOfHoldings(
        context.config.deployment.collections,
        params.address,
        holdings,
        query.cursor,
      )
      return { status: 200, body, etag }
    },
  }
}
