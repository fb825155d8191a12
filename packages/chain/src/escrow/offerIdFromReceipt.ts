import type { Address, OfferId, TxHash } from '@parley/domain'
import { isAddressEqual, parseEventLogs, type TransactionReceipt } from 'viem'
import { swapEscrowAbi } from '../gen/swapEscrowAbi.ts'

/** The id of the offer that a transaction created, from the escrow's own events; the transaction's hash where there is none. */
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
