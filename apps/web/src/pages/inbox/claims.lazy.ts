import { findClaims } from '@parley/chain'
import type { Address, ClaimedNfts, Offer, OfferId } from '@parley/domain'
import { isBuiltFor, offerFromWire } from '@parley/protocol'
import { inboxApi } from '../../services/inboxStore.ts'
import type { Session } from '../../services/Session.ts'

export interface Claims {
  /** Claimed NFTs by offer. */
  readonly claims: ReadonlyMap<OfferId, ClaimedNfts>
  /** The offers themselves, since lists have only the newest. None are known from the chain alone. */
  readonly offers: readonly Offer[]
}

interface Question {
  readonly address: Address
  /** An earlier answer. */
  readonly older: Claims
  readonly signal: AbortSignal
}

/** From the index; while the server is away, events of the last 2000 blocks beside what was known before (decision C8). */
export async function readClaims(session: Session, { address, older, signal }: Question): Promise<Claims> {
  try {
    return await claimsFromServer(session, address, signal)
  } catch (error) {
    if (signal.aborted) throw error
    return { ...older, claims: new Map([...older.claims, ...(await claimsFromChain(session))]) }
  }
}

async function claimsFromServer({ config }: Session, address: Address, signal: AbortSignal): Promise<Claims> {
  const { claims } = await inboxApi.request('claims', { params: { address }, signal })
  const ours = claims.filter(({ offer }) => isBuiltFor(config, offer.escrow))
  return {
    offers: ours.map(({ offer }) => offerFromWire(offer)),
    claims: new Map(
      ours.map(({ offer, nfts, at }) => [
        offer.offerId,
        { nfts: nfts.map(({ contract, tokenId }) => ({ contract, tokenId: BigInt(tokenId) })), atS: at },
      ]),
    ),
  }
}

/** Claims of anyone's offers. */
async function claimsFromChain({ chain, config }: Session): Promise<ReadonlyMap<OfferId, ClaimedNfts>> {
  const found = (await Promise.all(config.escrows.map(({ address }) => findClaims(chain, address)))).flat()
  const claims = new Map<OfferId, ClaimedNfts>()
  for (const { offerId, nft, atS } of found) {
    const before = claims.get(offerId)
    claims.set(offerId, { nfts: [...(before?.nfts ?? []), nft], atS: Math.max(atS, before?.atS ?? 0) })
  }
  return claims
}
