import { findClaims } from '@parley/chain'
import type { Address, ClaimedNfts, Offer, OfferId } from '@parley/domain'
import { isBuiltFor, offerFromWire } from '@parley/protocol'
import { chainTimeS } from '../../services/chainTime.ts'
import { inboxApi } from '../../services/inboxStore.ts'
import type { Session } from '../../services/Session.ts'
import { escrowedQuery, holdingsOf } from '../escrow/holdings.ts'

export interface Claims {
  /** Claimed NFTs by offer. */
  readonly claims: ReadonlyMap<OfferId, ClaimedNfts>
  /** Their offers, since lists have only the newest. From the chain: all that an escrow holds something of. */
  readonly offers: readonly Offer[]
}

interface Question {
  readonly address: Address
  /** An earlier answer. */
  readonly older: Claims
  readonly signal: AbortSignal
}

/**
 * From the index. While the server is away from the chain: claims of the last 2000 blocks beside those that were known before,
 * and what the escrows hold for the account, however old (decisions C8 and I3).
 */
export async function readClaims(session: Session, { address, older, signal }: Question): Promise<Claims> {
  try {
    return await claimsFromServer(session, address, signal)
  } catch (error) {
    if (signal.aborted) throw error
    const [claims, held] = await Promise.all([claimsFromChain(session), heldOffers(session, address)])
    return { offers: [...older.offers, ...held], claims: new Map([...older.claims, ...claims]) }
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

async function heldOffers(session: Session, address: Address): Promise<readonly Offer[]> {
  const answer = await session.queries.fetchQuery(escrowedQuery(session, address))
  return holdingsOf(session, answer, chainTimeS(session.live, session.clock.now())).flatMap(({ offer }) => offer ?? [])
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
