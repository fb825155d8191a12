import { findHoldings } from '@parley/chain'
import type { Address } from '@parley/domain'
import type { Context } from '../context.ts'
import { HttpError } from '../http/httpError.ts'
import type { WalletHoldings } from './HeldNft.ts'
import { escrowedNfts } from './escrowedNfts.ts'

/** Reads a wallet from the chain itself, for as long as the index has not been built. @throws {HttpError} 503 when the chain cannot be reached */
export async function liveHoldings({ chain, config, db }: Context, owner: Address): Promise<WalletHoldings> {
  const found = await findHoldings(chain, config.deployment.collections, owner)
  const read = found.flatMap(({ outcome }) => ('nfts' in outcome ? [outcome] : []))
  const unreadable = found.flatMap(({ collection, outcome }) => ('nfts' in outcome ? [] : [collection.address]))
  if (read.length === 0 && unreadable.length > 0)
    throw new HttpError(503, 'the chain cannot be reached', { retryAfterS: 5 })
  const held = read.flatMap(({ nfts }) => nfts.map((nft) => ({ ...nft, escrowedBy: null })))
  return {
    // Collections that were read page by page stand at their first page's block, so the oldest one is true of all.
    block: read.reduce((oldest, { block }) => Math.min(oldest, Number(block)), Number.MAX_SAFE_INTEGER),
    nfts: [...(await escrowedNfts(db.read, owner)), ...held],
    unreadable,
  }
}
