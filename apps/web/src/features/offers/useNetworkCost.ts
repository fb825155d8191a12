import { gasRules, type GasPurpose } from '@parley/domain'
import { useQuery } from '@tanstack/react-query'
import { estimateMaxPriorityFeePerGas, getBlock } from 'viem/actions'
import { queryKeys } from '../../session/queryKeys.ts'
import { useSession } from '../../session/Session.ts'

/**
 * Estimated network fee of an action in wei, from the gas table at the current price. For display; sending estimates
 * separately (decision G1). Null until a price is known.
 *
 * @param nftCount NFTs that the transaction touches.
 */
export function useNetworkCost(purpose: GasPurpose, nftCount: number): bigint | null {
  const { chain } = useSession()
  const { data: priceWei } = useQuery({
    queryKey: queryKeys.gasPrice,
    queryFn: async () => {
      const [block, tipWei] = await Promise.all([
        getBlock(chain),
        estimateMaxPriorityFeePerGas(chain, { chain: null }).catch(() => 0n),
      ])
      return (block.baseFeePerGas ?? 0n) + tipWei
    },
    staleTime: 0,
  })
  if (priceWei === undefined) return null
  const { baseGas, gasPerNft } = gasRules[purpose]
  return priceWei * (baseGas + gasPerNft * BigInt(nftCount))
}
