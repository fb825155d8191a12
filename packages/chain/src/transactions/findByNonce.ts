import type { Address } from '@parley/domain'
import { isAddressEqual, type Client, type Transaction } from 'viem'
import { getBlock, getBlockNumber, getTransactionCount } from 'viem/actions'

/** Three days on the C-Chain: what happened before is left to the explorer. */
const maxBlocksBack = 131_072n

/**
 * The transaction with which an account used up a nonce, once it is in a block. Null while the nonce is free, or where it
 * was used longer ago than anybody here needs to know.
 *
 * Looks back in growing steps and then halves, so that a node that keeps recent states only answers for what is recent.
 * Rejects with the node's error where it cannot say.
 */
export async function findByNonce(chain: Client, from: Address, nonce: number): Promise<Transaction | null> {
  if ((await getTransactionCount(chain, { address: from })) <= nonce) return null
  const blockNumber = await blockOf(chain, from, nonce)
  if (blockNumber === null) return null
  const { transactions } = await getBlock(chain, { blockNumber, includeTransactions: true })
  return transactions.find((found) => isAddressEqual(found.from, from) && found.nonce === nonce) ?? null
}

async function blockOf(chain: Client, address: Address, nonce: number): Promise<bigint | null> {
  const usedAt = async (blockNumber: bigint) => (await getTransactionCount(chain, { address, blockNumber })) > nonce
  const head = await getBlockNumber(chain, { cacheTime: 0 })
  let used = head
  let free = head
  for (let back = 1n; ; back *= 2n) {
    free = head > back ? head - back : 0n
    if (!(await usedAt(free))) break
    if (free === 0n || back >= maxBlocksBack) return null
    used = free
  }
  while (used - free > 1n) {
    const middle = (used + free) / 2n
    if (await usedAt(middle)) used = middle
    else free = middle
  }
  return used
}
