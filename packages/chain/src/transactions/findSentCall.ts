import type { Address, TxHash } from '@parley/domain'
import type { Client } from 'viem'
import { getTransactionCount } from 'viem/actions'
import { ChainFailureError } from '../failures/ChainFailureError.ts'
import { findByNonce } from './findByNonce.ts'
import { makesCall, type CallMark } from './SentTransaction.ts'

/** What an account has sent since its wallet was asked for a call. `nextNonce`: everything before has been looked at. */
export type SentSearch =
  | { readonly kind: 'found'; readonly txHash: TxHash; readonly nonce: number }
  | { readonly kind: 'not-yet'; readonly nextNonce: number }

/** Nobody sends more than this between two looks; a search that finds more goes on at the next one. */
const noncesAtOnce = 8

/**
 * Looks for a call that a wallet was asked for, and whose hash never reached the page because it was closed meanwhile.
 *
 * @param fromNonce the account's count when the wallet was asked.
 * @throws ChainFailureError
 */
export async function findSentCall(
  chain: Client,
  from: Address,
  { fromNonce, mark }: { readonly fromNonce: number; readonly mark: CallMark },
): Promise<SentSearch> {
  try {
    const used = await getTransactionCount(chain, { address: from })
    const end = Math.min(used, fromNonce + noncesAtOnce)
    for (let nonce = fromNonce; nonce < end; nonce += 1) {
      const sent = await findByNonce(chain, from, nonce)
      // A node that lags behind its own count shows it a moment later.
      if (!sent) return { kind: 'not-yet', nextNonce: nonce }
      if (makesCall(sent, mark)) return { kind: 'found', txHash: sent.hash, nonce }
    }
    return { kind: 'not-yet', nextNonce: Math.max(end, fromNonce) }
  } catch (error) {
    throw ChainFailureError.from(error)
  }
}
