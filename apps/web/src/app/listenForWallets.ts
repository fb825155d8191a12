/**
 * Calls back once when a wallet is in this browser: it announces itself when asked (EIP-6963), or stands in the window as
 * older ones do. Costs nothing to ask, and tells whether an existing connection may have to be found.
 */
export function listenForWallets(onWallet: () => void): () => void {
  const heard = (): void => {
    window.removeEventListener('eip6963:announceProvider', heard)
    onWallet()
  }
  if ('ethereum' in window) {
    onWallet()
    return () => undefined
  }
  window.addEventListener('eip6963:announceProvider', heard)
  window.dispatchEvent(new Event('eip6963:requestProvider'))
  return () => window.removeEventListener('eip6963:announceProvider', heard)
}
