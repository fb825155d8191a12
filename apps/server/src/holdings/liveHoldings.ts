import { findHoldings } from '@parley/chain'
import type { Address } from '@parley/domain'
import type { Context } from '../context.ts'
import { HttpError } from '../http/httpError.ts'
import type { WalletHoldings } from './HeldNft.ts'
import { escrowedNfts } from './escrowedNfts.ts'

/** Reads a wallet from the chain until the index is ready. @throws {HttpError} 503 if the chain is unreachable */
export async function liveHoldings({ chain, config, db }: Context, owner: Address): Promise<WalletHoldings> {
  const found = await findHoldings(chain, config.deployment.collections, owner)
  const read = found.flatMap(({ outcome }) => ('nfts' in outcome ? [outcome] : []))
  const unreadable = found.flatMap(({ collection, outcome }) => ('nfts' in outcome ? [] : [collection.address]))
  if (read.length === 0 && unreadable.length > 0)
    throw new HttpError(503, 'the chain cannot be reached', { retryAfterS: 5 })
  const held = read.flatMap(({ nfts }) => nfts.map((nft) => ({ ...nft, escrowedBy: null })))
  return {
    // Paged collections report their first page's block, so the oldest block is valid for all.
    block: read.reduce((oldest, { block }) => Math.min(oldest, Number(block)), Number.MAX_SAFE_INTEGER),
    nfts: [...(await escrowedNfts(db.read, owner)), ...held],
    unreadable,
  }
}
