import type { TxHash } from '@parley/domain'
import type { TransactionReceipt } from 'viem'

/** How a sent transaction ended. `replaced` and `cancelled` by another one of the same nonce. */
export type ReceiptOutcome =
  | { readonly kind: 'included'; readonly receipt: TransactionReceipt }
  /** Sent again with a higher price: the same call, another hash. */
  | { readonly kind: 'repriced'; readonly receipt: TransactionReceipt }
  | { readonly kind: 'replaced'; readonly txHash: TxHash }
  | { readonly kind: 'cancelled'; readonly txHash: TxHash }
