import { readFee } from '@parley/chain'
import { type Address, assumedFeeWei, type GasPurpose, gasRules } from '@parley/domain'
import { useQuery } from '@tanstack/react-query'
import { nextTask } from '../../services/browser.ts'
import { useSession } from '../../services/Session.ts'
import { queryKeys } from '../../services/queries.ts'
import { importOnce } from '../../ui/lazy.ts'

const loadGasPrice = importOnce(() => import('./gasPrice.lazy.ts'))

interface PlatformFee {
  readonly wei: bigint
  /** True until read from the contract. For display only (decision G2). */
  readonly assumed: boolean
}

/** An escrow's platform fee; defaults to the newest escrow. */
export function useFee(escrow?: Address): PlatformFee {
  const { chain, config } = useSession()
  const address = escrow ?? config.escrows[0]?.address ?? null
  const { data } = useQuery({
    queryKey: queryKeys.fee(address ?? '0x'),
    enabled: address !== null,
    queryFn: async () => {
      await nextTask()
      return readFee(chain, address ?? '0x')
    },
    // Refetched whenever a screen shows it, since the owner may have changed it.
    staleTime: 0,
  })
  return data === undefined ? { wei: assumedFeeWei, assumed: true } : { wei: data, assumed: false }
}

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
      await nextTask()
      return (await loadGasPrice()).readGasPrice(chain)
    },
    staleTime: 0,
  })
  if (priceWei === undefined) return null
  const { baseGas, gasPerNft } = gasRules[purpose]
  return priceWei * (baseGas + gasPerNft * BigInt(nftCount))
}
