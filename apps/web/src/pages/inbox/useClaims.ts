import { type Address, type ClaimedNfts, nftKey, type Offer, type OfferId } from '@parley/domain'
import { isBuiltFor, offerFromWire } from '@parley/protocol'
import { useQuery } from '@tanstack/react-query'
import { inboxApi } from '../../services/inboxStore.ts'
import { queryKeys } from '../../services/queries.ts'
import { type Session, useSession } from '../../services/Session.ts'
import { importOnce } from '../../ui/lazy.ts'

interface Claims {
  /** What was claimed lately, by offer. */
  readonly claims: ReadonlyMap<OfferId, ClaimedNfts>
  /** Their offers, of which lists have only the newest. None where the chain alone told. */
  readonly offers: readonly Offer[]
}

const none: Claims = { claims: new Map(), offers: [] }
const loadClaimsFromChain = importOnce(() => import('./claimsFromChain.lazy.ts'))

/** An account's claims of the last 30 days; those of the last 2000 blocks while the server is away (decision C8). */
export function useClaims(account: Address | null): Claims {
  const session = useSession()
  const { data } = useQuery({
    queryKey: queryKeys.claims(account ?? '0x'),
    enabled: account !== null,
    queryFn: async ({ signal, client, queryKey }): Promise<Claims> => {
      try {
        return await claimsFromServer(session, account ?? '0x', signal)
      } catch (error) {
        if (signal.aborted) throw error
        const { claimsFromChain } = await loadClaimsFromChain()
        const older = client.getQueryData<Claims>(queryKey) ?? none
        return { ...older, claims: new Map([...older.claims, ...(await claimsFromChain(session))]) }
      }
    },
  })
  return data ?? none
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

/** An offer without what was claimed of it: a list may be older than the claim. */
export function withoutClaimed(offer: Offer, claim: ClaimedNfts | undefined): Offer {
  if (!claim) return offer
  const claimed = new Set(claim.nfts.map(nftKey))
  return { ...offer, unreturned: offer.unreturned.filter((nft) => !claimed.has(nftKey(nft))) }
}
