import type { Address } from '@parley/domain'
import type { Context } from '../context.ts'
import type { Handlers } from '../http/handlers.ts'
import { HttpError } from '../http/httpError.ts'
import type { TokenNames } from '../names/createTokenNames.ts'
import type { OwnerAudit } from './createOwnerAudit.ts'
import type { WalletHoldings } from './HeldNft.ts'
import { holdingsAnswer } from './holdingsAnswer.ts'
import { liveHoldings } from './liveHoldings.ts'
import { pageOfHoldings } from './pageOfHoldings.ts'
import { storedHoldings } from './storedHoldings.ts'

const maxWalletsRead = 20

/** `GET /api/holdings/{address}`: a wallet's NFTs in the registry's collections. From the index once it is ready. */
export function holdingsHandlers(context: Context, audit: OwnerAudit, names: TokenNames): Pick<Handlers, 'holdings'> {
  const { collections } = context.config.deployment
  const reading = new Map<Address, Promise<WalletHoldings>>()

  /** Until the index is ready each answer costs a batch of chain calls: coalesce and limit them. */
  function fromChain(address: Address): Promise<WalletHoldings> {
    const known = reading.get(address)
    if (known) return known
    if (reading.size >= maxWalletsRead)
      throw new HttpError(503, 'the index is being built: ask again', { retryAfterS: 5 })
    const read = liveHoldings(context, address).finally(() => reading.delete(address))
    reading.set(address, read)
    return read
  }

  return {
    async holdings({ params: { address }, query: { cursor } }) {
      const holdings = (await storedHoldings(context, address)) ?? (await fromChain(address))
      audit.noteAsked(address)
      const page = pageOfHoldings(collections, holdings, cursor)
      const known = await names.of(address, page.nfts)
      const { etag, ...body } = holdingsAnswer(collections, { owner: address, holdings, page, names: known })
      return { status: 200, body, etag }
    },
  }
}
