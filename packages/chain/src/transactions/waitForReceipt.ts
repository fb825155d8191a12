import { type Address, sameAddress, type TxHash } from '@parley/domain'
import {
  type Client,
  type Hex,
  isAddressEqual,
  keccak256,
  type Transaction,
  TransactionNotFoundError,
  type TransactionReceipt,
  TransactionReceiptNotFoundError,
} from 'viem'
import { ChainFailureError } from '../failures/ChainFailure.ts'
import type { ContractCall } from './contractCall.ts'
import { getBlock, getBlockNumber, getTransaction, getTransactionCount, getTransactionReceipt } from 'viem/actions'

/** Identifies a call without carrying its calldata. */
export interface CallMark {
  readonly to: Address
  readonly valueWei: bigint
  /** keccak256 of the calldata. */
  readonly inputHash: Hex
}

/** A transaction seen by the network. A replacement uses the same nonce. */
export interface SentTransaction extends CallMark {
  readonly from: Address
  readonly nonce: number
}

export function markOf({ to, data, valueWei }: ContractCall): CallMark {
  return { to, valueWei, inputHash: keccak256(data) }
}

/** Null for a contract creation. */
function sentOf({ from, nonce, to, value, input }: Transaction): SentTransaction | null {
  return to === null ? null : { from, nonce, to, valueWei: value, inputHash: keccak256(input) }
}

/** Whether a transaction makes this call, regardless of its gas price. */
function makesCall({ to, value, input }: Transaction, mark: CallMark): boolean {
  return to !== null && sameAddress(to, mark.to) && value === mark.valueWei && keccak256(input) === mark.inputHash
}

/** How a sent transaction ended. `replaced` and `cancelled`: another one used its nonce. */
export type ReceiptOutcome =
  | { readonly kind: 'included'; readonly receipt: TransactionReceipt }
  /** Resent at a higher price: same call, new hash. */
  | { readonly kind: 'repriced'; readonly receipt: TransactionReceipt }
  | { readonly kind: 'replaced'; readonly txHash: TxHash }
  | { readonly kind: 'cancelled'; readonly txHash: TxHash }

/** About three days on the C-Chain. */
const maxBlocksBack = 131_072n

/**
 * Finds the mined transaction that used an account's nonce.
 *
 * Null if the nonce is unused, or was used before the search window. Searches back in growing steps, then bisects, so that
 * pruned nodes are asked for recent state only. Rejects with the node's error.
 */
async function findByNonce(chain: Client, from: Address, nonce: number): Promise<Transaction | null> {
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

/** The transaction that replaced one the node no longer knows; null while its nonce is unused. */
async function findReplacement(chain: Client, lost: SentTransaction): Promise<ReceiptOutcome | null> {
  const other = await findByNonce(chain, lost.from, lost.nonce)
  return other && outcomeOf(chain, lost, other)
}

async function outcomeOf(chain: Client, lost: SentTransaction, other: Transaction): Promise<ReceiptOutcome> {
  if (makesCall(other, lost))
    return { kind: 'repriced', receipt: await getTransactionReceipt(chain, { hash: other.hash }) }
  // Wallets cancel by sending an empty transaction to their own address.
  const emptied =
    other.value === 0n && other.input === '0x' && other.to !== null && isAddressEqual(other.to, other.from)
  return { kind: emptied ? 'cancelled' : 'replaced', txHash: other.hash }
}

export interface Waiting {
  now(): number
  sleep(durationMs: number, signal?: AbortSignal): Promise<void>
}

interface ReceiptOptions {
  readonly clock: Waiting
  readonly timeoutMs?: number
  readonly pollMs?: number
  readonly signal?: AbortSignal
  /** The transaction as first seen. Required to detect a replacement that happened earlier. */
  readonly sent?: SentTransaction | null
  /** Called when the network first knows the transaction. */
  readonly onSeen?: (sent: SentTransaction) => void
}

const maxTries = 3
const backoffMs = 2_000

/**
 * Waits until a transaction is mined. On 'too many requests', tries up to 3 times, after 2 s times the attempt.
 *
 * @throws ChainFailureError `timedOut` after `timeoutMs`, `rateLimited` after the third try.
 */
export async function waitForReceipt(chain: Client, txHash: TxHash, options: ReceiptOptions): Promise<ReceiptOutcome> {
  const { clock, timeoutMs = 120_000, pollMs = 500, signal, onSeen } = options
  const deadlineMs = clock.now() + timeoutMs
  let sent = options.sent ?? null
  let refusals = 0
  while (clock.now() < deadlineMs) {
    try {
      const receipt = await receiptOf(chain, txHash)
      if (receipt) return { kind: 'included', receipt }
      const known = await transactionOf(chain, txHash)
      if (known && !sent) {
        sent = sentOf(known)
        if (sent) onSeen?.(sent)
      }
      if (!known && sent) {
        const replacement = await findReplacement(chain, sent)
        if (replacement) return replacement
      }
      refusals = 0
    } catch (error) {
      const failure = ChainFailureError.from(error)
      if (failure.failure.kind === 'rateLimited') {
        refusals += 1
        if (refusals >= maxTries) throw failure
        await clock.sleep(backoffMs * refusals, signal)
        continue
      }
      // Any other endpoint error says nothing about the transaction: keep polling until the deadline.
    }
    await clock.sleep(pollMs, signal)
  }
  throw new ChainFailureError({ kind: 'timedOut' })
}

async function receiptOf(chain: Client, hash: TxHash): Promise<TransactionReceipt | null> {
  try {
    return await getTransactionReceipt(chain, { hash })
  } catch (error) {
    if (error instanceof TransactionReceiptNotFoundError) return null
    throw error
  }
}

async function transactionOf(chain: Client, hash: TxHash): Promise<Transaction | null> {
  try {
    return await getTransaction(chain, { hash })
  } catch (error) {
    if (error instanceof TransactionNotFoundError) return null
    throw error
  }
}

/** Search result. All nonces below `nextNonce` have been checked. */
export type SentSearch =
  | { readonly kind: 'found'; readonly txHash: TxHash; readonly nonce: number }
  | { readonly kind: 'not-yet'; readonly nextNonce: number }

/** Nonces checked per search; the next search continues after them. */
const noncesAtOnce = 8

/**
 * Finds a call that the wallet sent after the page had closed, so its hash never arrived.
 *
 * @param fromNonce the account's nonce when the wallet was asked.
 * @throws ChainFailureError
 */
export async function findSentCall(
  chain: Client,
  from: Address,
  { fromNonce, mark }: { readonly fromNonce: number; readonly mark: CallMark },
): Promise<SentSearch> {
  try {
    const used = await getTransactionCount(chain, { address: from })
    const end = Math.min(used, fromNonce + noncesAtOnce)
    for (let nonce = fromNonce; nonce < end; nonce += 1) {
      const sent = await findByNonce(chain, from, nonce)
      // The node may serve the nonce before the transaction; the next search finds it.
      if (!sent) return { kind: 'not-yet', nextNonce: nonce }
      if (makesCall(sent, mark)) return { kind: 'found', txHash: sent.hash, nonce }
    }
    return { kind: 'not-yet', nextNonce: Math.max(end, fromNonce) }
  } catch (error) {
    throw ChainFailureError.from(error)
  }
}
