import type { Address, OfferId, TxHash } from '@parley/domain'
import { isAddressEqual, type TransactionReceipt } from 'viem'
import { creationTopics } from './eventTopics.ts'

/** The id of the offer created by a transaction, from the escrow's events; else the transaction's hash. */
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
