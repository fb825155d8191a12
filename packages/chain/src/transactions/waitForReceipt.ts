import type { TxHash } from '@parley/domain'
import {
  TransactionNotFoundError,
  TransactionReceiptNotFoundError,
  type Client,
  type Transaction,
  type TransactionReceipt,
} from 'viem'
import { getTransaction, getTransactionReceipt } from 'viem/actions'
import { ChainFailureError } from '../failures/ChainFailureError.ts'
import { findReplacement } from './findReplacement.ts'
import type { ReceiptOutcome } from './ReceiptOutcome.ts'
import { sentOf, type SentTransaction } from './SentTransaction.ts'

export interface Waiting {
  now(): number
  sleep(durationMs: number, signal?: AbortSignal): Promise<void>
}

export interface ReceiptOptions {
  readonly clock: Waiting
  readonly timeoutMs?: number
  readonly pollMs?: number
  readonly signal?: AbortSignal
  /** The transaction as the network knew it earlier: without it, one that is gone already is not told as replaced. */
  readonly sent?: SentTransaction | null
  /** Called once the network knows the transaction. */
  readonly onSeen?: (sent: SentTransaction) => void
}

const maxTries = 3
const backoffMs = 2_000

/**
 * Waits until a transaction is in a block. Up to 3 tries on 'too many requests', waiting 2 s times the attempt.
 *
 * @throws ChainFailureError `timedOut` after `timeoutMs`, `rateLimited` after the third try.
 */
export async function waitForReceipt(chain: Client, txHash: TxHash, options: ReceiptOptions): Promise<ReceiptOutcome> {
  const { clock, timeoutMs = 120_000, pollMs = 500, signal, onSeen } = options
  const deadlineMs = clock.now() + timeoutMs
  let sent = options.sent ?? null
  let refusals = 0
  while (clock.now() < deadlineMs) {
    try {
      const receipt = await receiptOf(chain, txHash)
      if (receipt) return { kind: 'included', receipt }
      const known = await transactionOf(chain, txHash)
      if (known && !sent) {
        sent = sentOf(known)
        if (sent) onSeen?.(sent)
      }
      if (!known && sent) {
        const replacement = await findReplacement(chain, sent)
        if (replacement) return replacement
      }
      refusals = 0
    } catch (error) {
      const failure = ChainFailureError.from(error)
      if (failure.failure.kind === 'rateLimited') {
        refusals += 1
        if (refusals >= maxTries) throw failure
        await clock.sleep(backoffMs * refusals, signal)
        continue
      }
      // Anything else is an endpoint's bad moment: the transaction is on its way whatever it says, so the deadline decides.
    }
    await clock.sleep(pollMs, signal)
  }
  throw new ChainFailureError({ kind: 'timedOut' })
}

async function receiptOf(chain: Client, hash: TxHash): Promise<TransactionReceipt | null> {
  try {
    return await getTransactionReceipt(chain, { hash })
  } catch (error) {
    if (error instanceof TransactionReceiptNotFoundError) return null
    throw error
  }
}

async function transactionOf(chain: Client, hash: TxHash): Promise<Transaction | null> {
  try {
    return await getTransaction(chain, { hash })
  } catch (error) {
    if (error instanceof TransactionNotFoundError) return null
    throw error
  }
}
