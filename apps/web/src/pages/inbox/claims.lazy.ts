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
  /** Their offers, since lists have only the newest. From the chain: also those with NFTs that wait to be claimed. */
  readonly offers: readonly Offer[]
}

interface Question {
  readonly address: Address
  /** An earlier answer. */
  readonly older: Claims
  readonly signal: AbortSignal
}

/**
 * From the index, or from the chain while the server is away.
 *
 * The chain has claims of the last 2000 blocks, beside those that were known before, and the account's NFTs that wait to be
 * claimed, however old (decisions C8 and I3). What else the escrows hold is in the lists.
 */
export async function readClaims(session: Session, { address, older, signal }: Question): Promise<Claims> {
  try {
    return await claimsFromServer(session, address, signal)
  } catch (error) {
    if (signal.aborted) throw error
    const [recent, waiting] = await Promise.all([claimsFromChain(session), waitingOffers(session, address)])
    const claims = new Map([...older.claims, ...recent])
    // The others of an earlier answer waited then, and may have been claimed since.
    return { offers: [...older.offers.filter(({ id }) => claims.has(id)), ...waiting], claims }
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

async function waitingOffers(session: Session, address: Address): Promise<readonly Offer[]> {
  const answer = await session.queries.fetchQuery(escrowedQuery(session, address))
  return holdingsOf(session, answer, chainTimeS(session.live, session.clock.now())).flatMap(({ state, offer }) =>
    state === 'refused' && offer ? offer : [],
  )
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
