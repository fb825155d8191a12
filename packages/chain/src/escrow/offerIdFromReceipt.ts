import type { Address, OfferId, TxHash } from '@parley/domain'
import { isAddressEqual, parseEventLogs, type TransactionReceipt } from 'viem'
import { swapEscrowAbi } from '../gen/swapEscrowAbi.ts'

/** The id of the offer created by a transaction, from the escrow's events; else the transaction's hash. */
export function offerIdFromReceipt(
  receipt: Pick<TransactionReceipt, 'logs' | 'transactionHash'>,
  escrow: Address,
): OfferId | TxHash {
  const created = parseEventLogs({
    abi: swapEscrowAbi,
    eventName: ['SwapOfferCreated', 'MultiSwapOfferCreated'],
    logs: receipt.logs,
  })
  return created.find((log) => isAddressEqual(log.address, escrow))?.args.offerId ?? receipt.transactionHash
}
