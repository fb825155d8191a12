import { type Address, type ClaimedNfts, nftKey, type Offer } from '@parley/domain'
import { useQuery } from '@tanstack/react-query'
import { queryKeys } from '../../services/queries.ts'
import { useSession } from '../../services/Session.ts'
import { importOnce } from '../../ui/lazy.ts'
import type { Claims } from './claims.lazy.ts'

const none: Claims = { claims: new Map(), offers: [] }
const load = importOnce(() => import('./claims.lazy.ts'))

/** An account's claims of the last 30 days. */
export function useClaims(account: Address | null): Claims {
  const session = useSession()
  const address = account ?? '0x'
  const { data } = useQuery({
    queryKey: queryKeys.claims(address),
    enabled: account !== null,
    queryFn: async ({ signal, client, queryKey }) => {
      const older = client.getQueryData<Claims>(queryKey) ?? none
      return (await load()).readClaims(session, { address, older, signal })
    },
  })
  return data ?? none
}

/** An offer without the NFTs that were claimed. A list may be older than the claim. */
export function withoutClaimed(offer: Offer, claim: ClaimedNfts | undefined): Offer {
  if (!claim) return offer
  const claimed = new Set(claim.nfts.map(nftKey))
  return { ...offer, unreturned: offer.unreturned.filter((nft) => !claimed.has(nftKey(nft))) }
}
