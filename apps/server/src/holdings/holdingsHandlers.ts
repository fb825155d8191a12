import type { Context } from '../context.ts'
import type { Handlers } from '../http/handlers.ts'
import type { OwnerAudit } from './createOwnerAudit.ts'
import { liveHoldings } from './liveHoldings.ts'
import { pageOfHoldings } from './pageOfHoldings.ts'
import { storedHoldings } from './storedHoldings.ts'

/** `GET /api/holdings/{address}`: every NFT of a wallet in the registry's collections, from the index as soon as there is one. */
export function holdingsHandlers(context: Context, audit: OwnerAudit): Pick<Handlers, 'holdings'> {
  const { collections } = context.config.deployment
  return {
    async holdings({ params: { address }, query: { cursor } }) {
      const holdings = (await storedHoldings(context, address)) ?? (await liveHoldings(context, address))
      audit.noteAsked(address)
      const { etag, ...body } = pageOfHoldings(collections, address, holdings, cursor)
      return { status: 200, body, etag }
    },
  }
}
