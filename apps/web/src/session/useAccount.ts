import type { Address } from '@parley/domain'
import { useConnection } from './useConnection.ts'

/** The connected wallet's account, or null. Also null while a remembered wallet is being reconnected. */
export function useAccount(): Address | null {
  const connection = useConnection()
  return connection.status === 'connected' ? connection.address : null
}
