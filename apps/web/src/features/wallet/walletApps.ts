/** A wallet that people get, or open on their phone. */
export interface WalletApp {
  readonly name: string
  /** How it announces itself in a browser (EIP-6963). */
  readonly rdns: string
  readonly site: string
  /** The app's scheme: `/wc?uri=` below it follows a WalletConnect code. */
  readonly scheme: string
  /** Opens a page in the app's own browser, with path and query. */
  readonly pageLink?: (page: URL) => string
  /** Opens the app where no link can name a page: the user pastes the address into its browser. */
  readonly browser?: string
}

export const walletApps: readonly WalletApp[] = [
  {
    name: 'Core',
    rdns: 'app.core.extension',
    site: 'https://core.app/download',
    scheme: 'core://',
    browser: 'core://',
  },
  {
    name: 'MetaMask',
    rdns: 'io.metamask',
    site: 'https://metamask.io/download',
    scheme: 'metamask://',
    pageLink: ({ host, pathname, search }) => `https://link.metamask.io/dapp/${host}${pathname}${search}`,
  },
  {
    name: 'Rabby',
    rdns: 'io.rabby',
    site: 'https://rabby.io',
    scheme: 'rabby://',
    pageLink: ({ href }) => `https://go.rabby.io/mobile/?_cmd=open-dapp&dapp=${encodeURIComponent(href)}`,
  },
]

/** Opens the app with a WalletConnect code. */
export function pairingLink({ scheme }: WalletApp, uri: string): string {
  return `${scheme}wc?uri=${encodeURIComponent(uri)}`
}
