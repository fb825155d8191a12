import { setTimeout as delay } from 'node:timers/promises'
import { TransactionReceiptNotFoundError, type Hash, type TransactionReceipt } from 'viem'
import type { LocalClient } from '../chain/createLocalClient.ts'

const timeoutMs = 120_000
const pollMs = 10
/** anvil should mine at once or at an interval, but sometimes leaves a transaction pending. */
const patienceMs = 3_000

/** A transaction of the local world was not mined in time. */
export class NotMinedError extends Error {
  readonly code = 'not_mined'
  readonly hash: Hash
  constructor(hash: Hash) {
    super(`Transaction ${hash} was not mined in ${timeoutMs / 1000} s`)
    this.name = 'NotMinedError'
    this.hash = hash
  }
}

/** Waits for a transaction's receipt; mines a block if anvil left it pending. @throws {NotMinedError} */
export async function minedReceipt(client: LocalClient, hash: Hash): Promise<TransactionReceipt> {
  const startedMs = Date.now()
  let nudged = false
  while (Date.now() - startedMs < timeoutMs) {
    const receipt = await findReceipt(client, hash)
    if (receipt) return receipt
    if (!nudged && Date.now() - startedMs > patienceMs) {
      nudged = true
      await client.mine({ blocks: 1 })
    }
    await delay(pollMs)
  }
  throw new NotMinedError(hash)
}

async function findReceipt(client: LocalClient, hash: Hash): Promise<TransactionReceipt | null> {
  try {
    return await client.getTransactionReceipt({ hash })
  } catch (error) {
    if (error instanceof TransactionReceiptNotFoundError) return null
    throw error
  }
}
