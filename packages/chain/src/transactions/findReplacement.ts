import { isAddressEqual, type Client, type Transaction } from 'viem'
import { getBlock, getTransactionCount, getTransactionReceipt } from 'viem/actions'
import type { ReceiptOutcome } from './ReceiptOutcome.ts'

/** How far back a replacement is looked for: it was included while we were polling. */
const maxBlocksBack = 40n

/** What took the place of a transaction that the node no longer knows, once its nonce is used up. Null while that is open. */
export async function findReplacement(chain: Client, lost: Transaction): Promise<ReceiptOutcome | null> {
  const used = await getTransactionCount(chain, { address: lost.from })
  if (used <= lost.nonce) return null
  const head = await getBlock(chain, { includeTransactions: true })
  for (let block = head, back = 0n; ; back += 1n) {
    const other = block.transactions.find(
      (candidate) => isAddressEqual(candidate.from, lost.from) && candidate.nonce === lost.nonce,
    )
    if (other) return outcomeOf(chain, lost, other)
    if (back >= maxBlocksBack || block.number === 0n) return null
    block = await getBlock(chain, { blockNumber: block.number - 1n, includeTransactions: true })
  }
}

async function outcomeOf(chain: Client, lost: Transaction, other: Transaction): Promise<ReceiptOutcome> {
  if (other.to === lost.to && other.input === lost.input && other.value === lost.value) {
    return { kind: 'repriced', receipt: await getTransactionReceipt(chain, { hash: other.hash }) }
  }
  // Wallets cancel by sending nothing to oneself.
  const emptied =
    other.value === 0n && other.input === '0x' && other.to !== null && isAddressEqual(other.to, other.from)
  return { kind: emptied ? 'cancelled' : 'replaced', txHash: other.hash }
}
