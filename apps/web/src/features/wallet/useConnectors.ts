import { useCallback, useSyncExternalStore } from 'react'
import type { Connector } from 'wagmi'
import { getConnectors, watchConnectors } from 'wagmi/actions'
import { useSession } from '../../session/Session.ts'

/** Available wallets; updates as wallets announce themselves. */
export function useConnectors(): readonly Connector[] {
  const { wagmi } = useSession()
  const watch = useCallback((onChange: () => void) => watchConnectors(wagmi, { onChange }), [wagmi])
  return useSyncExternalStore(watch, () => getConnectors(wagmi))
}
