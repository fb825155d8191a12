import type { GetConnectionReturnType } from 'wagmi/actions'
import { useWallet } from './useWallet.ts'

/** No wallet stands behind the sample: what reads the connection itself sees none. */
export function useConnection(): Pick<GetConnectionReturnType, 'status' | 'address' | 'chainId'> {
  const { address, chainId } = useWallet()
  return address
    ? ({ status: 'connected', address, chainId: chainId ?? 43114 } as const)
    : ({ status: 'disconnected', address: undefined, chainId: undefined } as const)
}
