import { product } from '@parley/domain'
import { rememberedWallet } from './rememberedWallet.ts'

/** Whether this browser has a transaction whose result is unread. Doesn't load any wallet code. */
export function isUntold(): boolean {
  try {
    return (
      rememberedWallet() &&
      Object.entries(localStorage).some(
        ([key, text]) => key.startsWith(`${product.slug}-transactions-`) && String(text).includes('"told":false'),
      )
    )
  } catch {
    return false // Storage may be denied.
  }
}
