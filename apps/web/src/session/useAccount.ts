import type { Address } from '@parley/domain'
import { useConnection } from 'wagmi'
import { useSession } from './Session.ts'

/** The connected wallet's account, or null. Also null while a remembered wallet is being reconnected. */
export function useAccount(): Address | null {
  const { wagmi } = useSession()
  const connection = useConnection({ config: wagmi })
  return connection.status === 'connected' ? connection.address : null
}
