/** Name of the page's binding to the wallet. `expose` it with a function that calls `InjectedWallet.answer`. */
export const injectedWalletBinding = 'parleyInjectedWallet'

/**
 * The part of an `InjectedWallet` that lives in the page: an EIP-1193 provider, announced by EIP-6963.
 * It is sent to the page as text, so it uses nothing from outside itself.
 */
export function injectedWalletScript({
  binding,
  name,
  rdns,
  // Not crypto.randomUUID: the script also runs in blank pages, which aren't secure contexts.
  uuid = '5f0c1e0a-6d7b-4c58-9a53-0f3c8a1d2e4b',
}: {
  binding: string
  name: string
  rdns: string
  /** Must differ between wallets of one browser. */
  uuid?: string
}): void {
  const listeners = new Map<string, Set<(value: unknown) => void>>()
  const emit = (event: string, value: unknown) => listeners.get(event)?.forEach((listener) => listener(value))
  const provider = {
    async request(request: { method: string; params?: unknown[] }) {
      const ask = Reflect.get(window, binding)
      const before =
        request.method === 'wallet_switchEthereumChain' ? await ask({ method: 'eth_chainId', params: [] }) : null
      const answer = await ask({ method: request.method, params: request.params ?? [] })
      if ('error' in answer) throw Object.assign(new Error(answer.error.message), answer.error)
      if (before) {
        const after = await ask({ method: 'eth_chainId', params: [] })
        if (after.result !== before.result) emit('chainChanged', after.result)
      }
      return answer.result
    },
    on(event: string, listener: (value: unknown) => void) {
      listeners.set(event, (listeners.get(event) ?? new Set()).add(listener))
      return provider
    },
    removeListener(event: string, listener: (value: unknown) => void) {
      listeners.get(event)?.delete(listener)
      return provider
    },
  }
  // Tests raise the wallet's own events (accountsChanged, chainChanged) through this handle.
  Reflect.set(window, `${binding}Emit`, emit)
  const icon =
    'data:image/svg+xml,%3Csvg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"%3E%3Crect width="32" height="32" rx="8" fill="%23555"/%3E%3C/svg%3E'
  const detail = Object.freeze({ info: Object.freeze({ uuid, name, rdns, icon }), provider })
  const announce = () => window.dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail }))
  window.addEventListener('eip6963:requestProvider', announce)
  announce()
}
