import type { Address } from '@parley/domain'
import { encodeFunctionData, type Abi, type TransactionReceipt } from 'viem'
import type { BlockProducer } from '../chain/blockProducer.ts'
import type { LocalClient } from '../chain/createLocalClient.ts'
import { minedReceipt } from './minedReceipt.ts'

/** The sender: an account that the local node signs for. */
export interface Sender {
  readonly account: { readonly address: Address }
}

export interface Transaction {
  readonly from: Sender
  readonly to: Address
  readonly abi: Abi
  readonly functionName: string
  readonly args: readonly unknown[]
  readonly valueWei?: bigint
  /** The most that it may use. Without it anvil estimates, and another transaction in the same block can cost it more. */
  readonly gas?: bigint
}

/** A transaction of the local world reverted. */
export class TransactionFailedError extends Error {
  readonly code = 'transaction_failed'
  readonly receipt: TransactionReceipt
  constructor(functionName: string, receipt: TransactionReceipt) {
    super(`${functionName} failed in transaction ${receipt.transactionHash}`)
    this.name = 'TransactionFailedError'
    this.receipt = receipt
  }
}

/**
 * Calls a contract from one of the world's wallets, signed by anvil, and waits for the receipt. With `blocks` it
 * mines at once, otherwise it waits for the next block.
 */
export async function transact(
  client: LocalClient,
  transaction: Transaction,
  blocks?: Pick<BlockProducer, 'now'>,
): Promise<TransactionReceipt> {
  const { from, to, abi, functionName, args, valueWei, gas } = transaction
  const hash = await client.sendTransaction({
    account: from.account.address,
    // Otherwise viem requests the chain id before each transaction.
    chain: null,
    to,
    data: encodeFunctionData({ abi, functionName, args: [...args] }),
    ...(valueWei === undefined ? {} : { value: valueWei }),
    ...(gas === undefined ? {} : { gas }),
  })
  await blocks?.now()
  const receipt = await minedReceipt(client, hash)
  if (receipt.status === 'reverted') throw new TransactionFailedError(functionName, receipt)
  return receipt
}
