import type { Connector } from 'wagmi'

/** A wallet that announced itself to the page (EIP-6963), or the one that the browser injects. */
export interface AnnouncedWallet {
  readonly id: string
  readonly name: string
  readonly iconUrl: string | null
}

/** wagmi's name for the wallet that does not announce itself. */
const injectedId = 'injected'

/** What to choose from. The bare injected wallet is one of the announced ones wherever any is announced. */
export function announcedWallets(connectors: readonly Connector[]): readonly AnnouncedWallet[] {
  const announced = connectors.filter((connector) => connector.id !== injectedId)
  const shown = announced.length > 0 ? announced : hasInjected() ? connectors : []
  return shown.map(({ id, name, icon }) => ({ id, name, iconUrl: icon?.startsWith('data:image/') ? icon : null }))
}

function hasInjected(): boolean {
  return typeof window !== 'undefined' && 'ethereum' in window
}
