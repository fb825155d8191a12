import { findClaims } from '@parley/chain'
import type { ClaimedNfts, OfferId } from '@parley/domain'
import type { Session } from '../../services/Session.ts'

/** What the escrows' events of the last 2000 blocks say was claimed, of anyone's offers. */
export async function claimsFromChain({ chain, config }: Session): Promise<ReadonlyMap<OfferId, ClaimedNfts>> {
  const found = (await Promise.all(config.escrows.map(({ address }) => findClaims(chain, address)))).flat()
  const claims = new Map<OfferId, ClaimedNfts>()
  for (const { offerId, nft, atS } of found) {
    const before = claims.get(offerId)
    claims.set(offerId, { nfts: [...(before?.nfts ?? []), nft], atS: Math.max(atS, before?.atS ?? 0) })
  }
  return claims
}
