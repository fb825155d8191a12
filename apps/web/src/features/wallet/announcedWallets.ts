import type { Connector } from 'wagmi'

/** A wallet announced by EIP-6963, or the injected one. */
export interface AnnouncedWallet {
  readonly id: string
  readonly name: string
  readonly iconUrl: string | null
}

/** wagmi's id of the injected wallet. */
const injectedId = 'injected'

/** The wallets to list. The injected one is listed only if none announced itself. */
export function announcedWallets(connectors: readonly Connector[]): readonly AnnouncedWallet[] {
  const announced = connectors.filter((connector) => connector.id !== injectedId)
  const shown = announced.length > 0 ? announced : hasInjected() ? connectors : []
  return shown.map(({ id, name, icon }) => ({ id, name, iconUrl: icon?.startsWith('data:image/') ? icon : null }))
}

function hasInjected(): boolean {
  return typeof window !== 'undefined' && 'ethereum' in window
}
