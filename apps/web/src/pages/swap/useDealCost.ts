import type { GasPurpose } from '@parley/domain'
import type { DealCost } from '../../features/draft/DealSlip.tsx'
import { useFee } from '../../features/offers/useFee.ts'
import { useNetworkCost } from '../../features/offers/useNetworkCost.ts'
import { useSession } from '../../session/Session.ts'

/** The cost of creating: platform fee plus network fee, if known. `offered`: NFTs that move into the escrow. */
export function useDealCost(offered: number): DealCost {
  const fee = useFee()
  const { symbol } = useSession().config.nativeCurrency
  const purpose: GasPurpose = offered > 1 ? 'createMulti' : 'createSingle'
  return { feeWei: fee.wei, feeAssumed: fee.assumed, networkWei: useNetworkCost(purpose, Math.max(1, offered)), symbol }
}
