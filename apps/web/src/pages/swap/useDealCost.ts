import type { DealCost } from '../../features/draft/DealSlip.tsx'
import { useFee } from '../../features/offers/useFee.ts'
import { useSession } from '../../session/Session.ts'

/** What an act costs: the platform's fee, and the network's as far as it is known. */
export function useDealCost(_act: 'create' | 'accept', _offered: number, _requested: number): DealCost {
  const fee = useFee()
  const { symbol } = useSession().config.nativeCurrency
  return { feeWei: fee.wei, feeAssumed: fee.assumed, networkWei: null, symbol }
}
