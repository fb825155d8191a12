import { isAddressEqual, type Client, type Transaction } from 'viem'
import { getTransactionReceipt } from 'viem/actions'
import { findByNonce } from './findByNonce.ts'
import type { ReceiptOutcome } from './ReceiptOutcome.ts'
import { makesCall, type SentTransaction } from './SentTransaction.ts'

/** What took the place of a transaction that the node no longer knows, once its nonce is used up. Null while that is open. */
export async function findReplacement(chain: Client, lost: SentTransaction): Promise<ReceiptOutcome | null> {
  const other = await findByNonce(chain, lost.from, lost.nonce)
  return other && outcomeOf(chain, lost, other)
}

async function outcomeOf(chain: Client, lost: SentTransaction, other: Transaction): Promise<ReceiptOutcome> {
  if (makesCall(other, lost))
    return { kind: 'repriced', receipt: await getTransactionReceipt(chain, { hash: other.hash }) }
  // Wallets cancel by sending nothing to oneself.
  const emptied =
    other.value === 0n && other.input === '0x' && other.to !== null && isAddressEqual(other.to, other.from)
  return { kind: emptied ? 'cancelled' : 'replaced', txHash: other.hash }
}
