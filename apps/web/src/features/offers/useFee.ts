import { readFee } from '@parley/chain'
import { assumedFeeWei, type Address } from '@parley/domain'
import { useQuery } from '@tanstack/react-query'
import { queryKeys } from '../../session/queryKeys.ts'
import { useSession } from '../../session/Session.ts'

export interface PlatformFee {
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
    queryFn: () => readFee(chain, address ?? '0x'),
    // Refetched whenever a screen shows it, since the owner may have changed it.
    staleTime: 0,
  })
  return data === undefined ? { wei: assumedFeeWei, assumed: true } : { wei: data, assumed: false }
}
