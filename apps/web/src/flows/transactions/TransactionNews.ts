import type { CallMark, SentTransaction } from '@parley/chain'
import type { OfferId, TxHash } from '@parley/domain'

/** A change in a transaction's state, from the flow that sends it or from the follower after a reload. */
export type TransactionNews =
  /** The wallet is asked now. `totalWei`: value and gas together, about. */
  | { readonly kind: 'asked'; readonly nonce: number; readonly mark: CallMark; readonly totalWei: bigint }
  /** The wallet answered with an error that leaves open whether it sent anything. */
  | { readonly kind: 'doubted'; readonly atMs: number }
  /** Everything that the account sent before this nonce was something else. */
  | { readonly kind: 'searched'; readonly nextNonce: number }
  | { readonly kind: 'sent'; readonly txHash: TxHash }
  | { readonly kind: 'seen'; readonly sent: SentTransaction }
  | { readonly kind: 'probable'; readonly atMs: number }
  | {
      readonly kind: 'included'
      readonly txHash: TxHash
      readonly block: number
      readonly offerId: OfferId | null
      readonly repriced: boolean
    }
  | { readonly kind: 'reverted'; readonly txHash: TxHash; readonly reason: string }
  | { readonly kind: 'replaced' | 'cancelled'; readonly byHash: TxHash }
  | { readonly kind: 'indexed' }
  /** The page that prepared it is gone. */
  | { readonly kind: 'abandoned' }
  /** It has been looked for long enough. */
  | { readonly kind: 'unfound' }
  | { readonly kind: 'proved' | 'disproved' }

/** Takes news of the transaction that a flow sends. */
export type NoteNews = (news: TransactionNews) => void
