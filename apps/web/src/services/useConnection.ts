import type { Address } from '@parley/domain'
import { useCallback, useSyncExternalStore } from 'react'
import type { Config } from 'wagmi'
import { useSession } from './Session.ts'
import { getConnection, type GetConnectionReturnType, watchConnection } from 'wagmi/actions'

/** Last result per configuration, so that an unchanged connection keeps its identity. */
const seen = new WeakMap<Config, GetConnectionReturnType>()

/** The wallet's connection as it is now. */
export function useConnection(): GetConnectionReturnType {
  const { wagmi } = useSession()
  const watch = useCallback((onChange: () => void) => watchConnection(wagmi, { onChange }), [wagmi])
  return useSyncExternalStore(watch, () => connectionOf(wagmi))
}

function connectionOf(wagmi: Config): GetConnectionReturnType {
  const before = seen.get(wagmi)
  const now = getConnection(wagmi)
  if (
    before?.status === now.status &&
    before.chainId === now.chainId &&
    before.connector?.uid === now.connector?.uid &&
    isSameList(before.addresses, now.addresses)
  )
    return before
  seen.set(wagmi, now)
  return now
}

function isSameList(before: readonly string[] | undefined, now: readonly string[] | undefined): boolean {
  return before?.length === now?.length && (now ?? []).every((address, at) => address === before?.[at])
}

/** The connected wallet's account, or null. Also null while a remembered wallet is being reconnected. */
export function useAccount(): Address | null {
  const connection = useConnection()
  return connection.status === 'connected' ? connection.address : null
}
