/** Calls back once if this browser has a wallet, announced by EIP-6963 or injected into the window. */
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
