/** Whether this browser was connected before. Reads wagmi's storage key without loading wagmi. */
export function rememberedWallet(): boolean {
  try {
    return localStorage.getItem('wagmi.recentConnectorId') !== null
  } catch {
    return false // Storage may be denied; the visitor then connects by hand.
  }
}
