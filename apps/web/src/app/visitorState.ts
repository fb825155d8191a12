import { product } from '@parley/domain'

/** Whether this browser was connected before. Reads wagmi's storage key without loading wagmi. */
export function rememberedWallet(): boolean {
  return isStored(() => localStorage.getItem('wagmi.recentConnectorId') !== null)
}

/** Whether this tab was in a call before the reload, in the room of a path or in any. Doesn't load any call code. */
export function isCallOpen(path = ''): boolean {
  return isStored(() => sessionStorage.getItem(`${product.slug}-voice-call`)?.includes(path) ?? false)
}

/** Storage may be denied. Nothing is remembered then: the visitor connects by hand, and a call doesn't resume. */
function isStored(look: () => boolean): boolean {
  try {
    return look()
  } catch {
    return false
  }
}

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
