import type { GasPurpose } from '@parley/domain'
import type { DealCost } from '../../features/draft/DealSlip.tsx'
import type { Draft } from '../../features/draft/useDraft.ts'
import { useFee, useNetworkCost } from '../../features/offers/useFee.ts'
import { useSession } from '../../services/Session.ts'

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
