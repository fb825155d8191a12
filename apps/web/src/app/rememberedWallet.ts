/** Whether this browser was connected before. Read without loading anything: wagmi keeps the last connector under this key. */
export function rememberedWallet(): boolean {
  try {
    return localStorage.getItem('wagmi.recentConnectorId') !== null
  } catch {
    return false // Storage may be forbidden; the visitor then presses connect.
  }
}
