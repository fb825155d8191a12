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
import type { ContractCall } from './ContractCall.ts'
import { getBlock, getBlockNumber, getTransaction, getTransactionCount, getTransactionReceipt } from 'viem/actions'

/** What tells one call from another without carrying its whole data. */
export interface CallMark {
  readonly to: Address
  readonly valueWei: bigint
  /** keccak256 of the call's data. */
  readonly inputHash: Hex
}

/** A transaction as the network knew it: its nonce is what another one takes from it. */
export interface SentTransaction extends CallMark {
  readonly from: Address
  readonly nonce: number
}

export function markOf({ to, data, valueWei }: ContractCall): CallMark {
  return { to, valueWei, inputHash: keccak256(data) }
}

/** Null for a deployment, which is none of our calls. */
function sentOf({ from, nonce, to, value, input }: Transaction): SentTransaction | null {
  return to === null ? null : { from, nonce, to, valueWei: value, inputHash: keccak256(input) }
}

/** Whether a transaction makes a certain call, whatever its price. */
function makesCall({ to, value, input }: Transaction, mark: CallMark): boolean {
  return to !== null && sameAddress(to, mark.to) && value === mark.valueWei && keccak256(input) === mark.inputHash
}

/** How a sent transaction ended. `replaced` and `cancelled` by another one of the same nonce. */
export type ReceiptOutcome =
  | { readonly kind: 'included'; readonly receipt: TransactionReceipt }
  /** Sent again with a higher price: the same call, another hash. */
  | { readonly kind: 'repriced'; readonly receipt: TransactionReceipt }
  | { readonly kind: 'replaced'; readonly txHash: TxHash }
  | { readonly kind: 'cancelled'; readonly txHash: TxHash }

/** Three days on the C-Chain: what happened before is left to the explorer. */
const maxBlocksBack = 131_072n

/**
 * The transaction with which an account used up a nonce, once it is in a block. Null while the nonce is free, or where it
 * was used longer ago than anybody here needs to know.
 *
 * Looks back in growing steps and then halves, so that a node that keeps recent states only answers for what is recent.
 * Rejects with the node's error where it cannot say.
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

/** What took the place of a transaction that the node no longer knows, once its nonce is used up. Null while that is open. */
async function findReplacement(chain: Client, lost: SentTransaction): Promise<ReceiptOutcome | null> {
  const other = await findByNonce(chain, lost.from, lost.nonce)
  return other && outcomeOf(chain, lost, other)
}

async function outcomeOf(chain: Client, lost: SentTransaction, other: Transaction): Promise<ReceiptOutcome> {
  if (makesCall(other, lost))
    return { kind: 'repriced', receipt: await getTransactionReceipt(chain, { hash: other.hash }) }
  // Wallets cancel by sending nothing to oneself.
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
  /** The transaction as the network knew it earlier: without it, one that is gone already is not told as replaced. */
  readonly sent?: SentTransaction | null
  /** Called once the network knows the transaction. */
  readonly onSeen?: (sent: SentTransaction) => void
}

const maxTries = 3
const backoffMs = 2_000

/**
 * Waits until a transaction is in a block. Up to 3 tries on 'too many requests', waiting 2 s times the attempt.
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
      // Anything else is an endpoint's bad moment: the transaction is on its way whatever it says, so the deadline decides.
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

/** What an account has sent since its wallet was asked for a call. `nextNonce`: everything before has been looked at. */
export type SentSearch =
  | { readonly kind: 'found'; readonly txHash: TxHash; readonly nonce: number }
  | { readonly kind: 'not-yet'; readonly nextNonce: number }

/** Nobody sends more than this between two looks; a search that finds more goes on at the next one. */
const noncesAtOnce = 8

/**
 * Looks for a call that a wallet was asked for, and whose hash never reached the page because it was closed meanwhile.
 *
 * @param fromNonce the account's count when the wallet was asked.
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
      // A node that lags behind its own count shows it a moment later.
      if (!sent) return { kind: 'not-yet', nextNonce: nonce }
      if (makesCall(sent, mark)) return { kind: 'found', txHash: sent.hash, nonce }
    }
    return { kind: 'not-yet', nextNonce: Math.max(end, fromNonce) }
  } catch (error) {
    throw ChainFailureError.from(error)
  }
}
