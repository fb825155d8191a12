/** A wallet that people get, or open on their phone. */
export interface WalletApp {
  readonly name: string
  /** How it announces itself in a browser (EIP-6963). */
  readonly rdns: string
  readonly site: string
  /** The app's scheme: `/wc?uri=` below it follows a WalletConnect code. */
  readonly scheme: string
}

export const walletApps: readonly WalletApp[] = [
  { name: 'Core', rdns: 'app.core.extension', site: 'https://core.app/download', scheme: 'core://' },
  { name: 'MetaMask', rdns: 'io.metamask', site: 'https://metamask.io/download', scheme: 'metamask://' },
  { name: 'Rabby', rdns: 'io.rabby', site: 'https://rabby.io', scheme: 'rabby://' },
]

/** Opens the app with a WalletConnect code. */
export function pairingLink({ scheme }: WalletApp, uri: string): string {
  return `${scheme}wc?uri=${encodeURIComponent(uri)}`
}

/**
 * Opens a page in MetaMask's own browser, path and query kept. The app opens it by HTTPS, so null for a page without.
 *
 * Core and Rabby document no such link.
 */
export function metaMaskLink(page: string): string | null {
  const { protocol, host, pathname, search } = new URL(page)
  return protocol === 'https:' ? `https://link.metamask.io/dapp/${host}${pathname}${search}` : null
}
