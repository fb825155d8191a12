import type { OfferId, TxHash } from '@parley/domain'

/** A tracked transaction as shown on screen. */
export interface TransactionView {
  readonly id: string
  readonly title: string
  readonly text: string
  /** `open`: undecided. */
  readonly standing: 'open' | 'done' | 'failed'
  readonly startedAtS: number
  /** The related offer, if any. */
  readonly offerId: OfferId | null
  /** The effective transaction: the replacement, if it was replaced. */
  readonly txHash: TxHash | null
  /** It is unknown whether the wallet's request is still open; only the user can tell. */
  readonly forgettable: boolean
}
