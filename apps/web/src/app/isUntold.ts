import { product } from '@parley/domain'
import { rememberedWallet } from './rememberedWallet.ts'

/**
 * Whether this browser keeps a transaction of which the end has not been told (they are kept by session/transactions.ts).
 * Asked without loading anything of wallets.
 */
export function isUntold(): boolean {
  try {
    return (
      rememberedWallet() &&
      Object.entries(localStorage).some(
        ([key, text]) => key.startsWith(`${product.slug}-transactions-`) && String(text).includes('"told":false'),
      )
    )
  } catch {
    return false // Storage may be forbidden: then nothing is kept.
  }
}
