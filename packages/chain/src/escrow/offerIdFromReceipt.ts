import type { Address, OfferId, TxHash } from '@parley/domain'
import { isAddressEqual, type TransactionReceipt } from 'viem'
import { creationTopics } from './eventTopics.ts'

/** The id of the offer that a transaction created, from the escrow's own events; the transaction's hash where there is none. */
export function offerIdFromReceipt(
  receipt: Pick<TransactionReceipt, 'logs' | 'transactionHash'>,
  escrow: Address,
): OfferId | TxHash {
  const created = receipt.logs.find(
    ({ address, topics: [first] }) =>
      isAddressEqual(address, escrow) && creationTopics.some((topic) => topic === first),
  )
  return created?.topics[1] ?? receipt.transactionHash
}
