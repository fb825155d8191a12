import type { OfferId, TxHash } from '@parley/domain'

/** A tracked transaction as the screen tells of it. */
export interface TransactionView {
  readonly id: string
  readonly title: string
  readonly text: string
  /** `open`: it can still go either way. */
  readonly standing: 'open' | 'done' | 'failed'
  readonly startedAtS: number
  /** The offer to look at, where there is one. */
  readonly offerId: OfferId | null
  /** The transaction that counts: the one that took its place, where one did. */
  readonly txHash: TxHash | null
  /** The wallet was asked and nobody knows whether its request is still open: only the person can tell. */
  readonly forgettable: boolean
}
