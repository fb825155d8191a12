import { ChainFailureError, offerIdFromReceipt, type ReceiptOutcome } from '@parley/chain'
import type { Revert } from '@parley/chain'
import type { Address } from '@parley/domain'
import type { TransactionReceipt } from 'viem'
import type { TransactionNews } from './TrackedTransaction.ts'

/** The news of a transaction that is in a block and went through. */
export function includedNews(
  receipt: TransactionReceipt,
  escrow: Address,
  account: Address,
  repriced: boolean,
): TransactionNews {
  const id = offerIdFromReceipt(receipt, escrow, account)
  const { transactionHash, blockNumber } = receipt
  return {
    kind: 'included',
    txHash: transactionHash,
    block: Number(blockNumber),
    offerId: id === transactionHash ? null : id,
    repriced,
  }
}

/** The news of one whose place was taken by another. */
export function displacedNews({ kind, txHash }: Extract<ReceiptOutcome, { txHash: unknown }>): TransactionNews {
  return { kind, byHash: txHash }
}

/** A receipt does not say why; the same call simulated again usually does. */
export async function readRevert(simulate: () => Promise<unknown>): Promise<Revert | null> {
  try {
    await simulate()
    return null
  } catch (error) {
    const { failure } = ChainFailureError.from(error)
    return failure.kind === 'reverted' ? failure.revert : null
  }
}
