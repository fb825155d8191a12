import { useMemo, type ReactNode } from 'react'
import { lazyOnIdle } from '../../ui/lazy.ts'
import type { Draft } from '../../features/draft/useDraft.ts'
import { useDescribed } from '../../features/offers/useDescribed.ts'
import type { GasPurpose } from '@parley/domain'
import type { DealCost } from '../../features/draft/DealSlip.tsx'
import { useFee, useNetworkCost } from '../../features/offers/useFee.ts'
import { useSession } from '../../services/Session.ts'

/** The form for a side's AVAX. Most deals have none, so it loads later. */
export const CoinPlace = lazyOnIdle(() => import('./CoinForm.lazy.tsx'), ComingForm)

function ComingForm(): ReactNode {
  return <div className="coin-place" />
}

/** The draft with metadata names filled in for display. */
export function useNamedDraft(draft: Draft): Draft {
  const own = useDescribed(draft.own.nfts)
  const friend = useDescribed(draft.friend.nfts)
  const ownSide = useMemo(() => ({ ...draft.own, nfts: own }), [draft.own, own])
  const friendSide = useMemo(() => ({ ...draft.friend, nfts: friend }), [draft.friend, friend])
  return useMemo(() => ({ ...draft, own: ownSide, friend: friendSide }), [draft, ownSide, friendSide])
}

/** The cost of creating: the offered coins, platform fee and network fee, if known. */
export function useDealCost({ own: { nfts, coins } }: Draft): DealCost {
  const fee = useFee()
  const { symbol } = useSession().config.nativeCurrency
  const offered = nfts.length
  const purpose: GasPurpose = offered > 1 ? 'createMulti' : 'createSingle'
  return {
    payWei: coins.wei ?? 0n,
    feeWei: fee.wei,
    feeAssumed: fee.assumed,
    networkWei: useNetworkCost(purpose, Math.max(1, offered)),
    symbol,
  }
}
