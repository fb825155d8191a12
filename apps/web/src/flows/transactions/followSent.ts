import { ChainFailureError, waitForReceipt, type ReceiptOutcome, type Revert } from '@parley/chain'
import type { Address, TxHash } from '@parley/domain'
import { TransactionNotFoundError, type Client } from 'viem'
import { getTransaction } from 'viem/actions'
import type { FollowTools } from './FollowTools.ts'
import { displacedNews, includedNews, readRevert } from './settledNews.ts'
import type { StateAt } from './TrackedTransaction.ts'
import type { NoteNews, TransactionNews } from './TransactionNews.ts'

/** After this long without a receipt the network is asked whether it knows the transaction at all. */
export const receiptPatienceMs = 300_000
const pollMs = 2_000
/** An endpoint that had too many requests is left alone for this long. */
const restMs = 15_000

/** Waits until a sent transaction is mined, replaced, or dropped by the network. */
export async function followSent(
  tools: FollowTools,
  escrow: Address,
  state: StateAt<'sent'>,
  note: NoteNews,
): Promise<TransactionNews> {
  for (;;) {
    const outcome = await wait(tools, state, note)
    if (outcome) return newsOf(tools, escrow, outcome)
    if (await isForgotten(tools.chain, state.txHash)) return { kind: 'unfound' }
  }
}

/** Null when patience ran out. */
async function wait({ chain, clock, signal }: FollowTools, state: StateAt<'sent'>, note: NoteNews) {
  try {
    return await waitForReceipt(chain, state.txHash, {
      clock,
      signal,
      pollMs,
      timeoutMs: receiptPatienceMs,
      sent: state.sent,
      onSeen: (sent) => note({ kind: 'seen', sent }),
    })
  } catch (error) {
    signal.throwIfAborted()
    if (ChainFailureError.from(error).failure.kind === 'rateLimited') await clock.sleep(restMs, signal)
    return null
  }
}

async function newsOf({ chain, explain }: FollowTools, escrow: Address, outcome: ReceiptOutcome) {
  if ('txHash' in outcome) return displacedNews(outcome)
  const { receipt } = outcome
  if (receipt.status === 'success') return includedNews(receipt, escrow, outcome.kind === 'repriced')
  const revert = await revertOf(chain, receipt.transactionHash)
  return { kind: 'reverted', txHash: receipt.transactionHash, reason: explain(revert) } as const
}

/** Null also if no endpoint answers: the failure is certain and isn't delayed for its reason. */
async function revertOf(chain: Client, hash: TxHash): Promise<Revert | null> {
  try {
    const { from, to, input, value } = await getTransaction(chain, { hash })
    return to === null ? null : await readRevert(chain, from, { to, data: input, valueWei: value })
  } catch {
    return null
  }
}

/** Only a clear answer counts: an endpoint that does not answer has forgotten nothing. */
async function isForgotten(chain: Client, hash: TxHash): Promise<boolean> {
  try {
    await getTransaction(chain, { hash })
    return false
  } catch (error) {
    return error instanceof TransactionNotFoundError
  }
}
