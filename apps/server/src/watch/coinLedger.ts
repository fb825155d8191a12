import { type EscrowEvent, type OwedCoinsChange, swapEscrowAbi } from '@parley/chain'
import type { Address, OfferId, OwnerAction } from '@parley/domain'
import type { EscrowDeployment } from '@parley/protocol'
import { decodeFunctionResult, encodeFunctionData, type Hex, multicall3Abi, type PublicClient } from 'viem'
import type { CoinSums } from './alarms.ts'

/** What an escrow's coins should be at least, followed by its events. In wei. */
export interface CoinLedger {
  /** The fee of the next offer. */
  readonly feeWei: bigint
  /** Fees that were paid and not withdrawn. */
  readonly feesWei: bigint
  /** Locked in offers, or owed to wallets that refused them. */
  readonly reservedWei: bigint
}

/** What an escrow says at a block. */
export interface CoinReading {
  readonly balanceWei: bigint
  readonly countedWei: bigint
  readonly feeWei: bigint
}

/** @throws if the endpoints don't answer all of it. */
export async function readCoins(
  chain: PublicClient,
  { address, edition }: EscrowDeployment,
  block: number,
): Promise<CoinReading> {
  const multicall3 = chain.chain?.contracts?.['multicall3']
  if (!multicall3 || !('address' in multicall3)) throw new RangeError('the chain is configured without Multicall3')
  const balanceQuestion = { abi: multicall3Abi, functionName: 'getEthBalance' } as const
  const feeQuestion = { abi: swapEscrowAbi, functionName: 'fee' } as const
  const lockedQuestion = { abi: swapEscrowAbi, functionName: 'lockedCoins' } as const
  const [balance, fee, locked] = await aggregate(
    chain,
    [
      { target: multicall3.address, callData: encodeFunctionData({ ...balanceQuestion, args: [address] }) },
      { target: address, callData: encodeFunctionData(feeQuestion) },
      ...(edition === 2 ? [{ target: address, callData: encodeFunctionData(lockedQuestion) }] : []),
    ],
    block,
  )
  return {
    balanceWei: decodeFunctionResult({ ...balanceQuestion, data: answered(balance) }),
    feeWei: decodeFunctionResult({ ...feeQuestion, data: answered(fee) }),
    countedWei: edition === 2 ? decodeFunctionResult({ ...lockedQuestion, data: answered(locked) }) : 0n,
  }
}

function answered(answer: Answer | undefined): Hex {
  if (!answer?.success) throw new RangeError('the escrow does not say what it holds')
  return answer.returnData
}

/** The coins that some offers' creators locked. They never change. */
export async function readOfferedCoins(
  chain: PublicClient,
  escrow: EscrowDeployment,
  ids: readonly OfferId[],
): Promise<ReadonlyMap<OfferId, bigint>> {
  if (escrow.edition !== 2) return new Map()
  const question = { abi: swapEscrowAbi, functionName: 'coinsOf' } as const
  const coins = new Map<OfferId, bigint>()
  for (let at = 0; at < ids.length; at += offersAtOnce) {
    const part = ids.slice(at, at + offersAtOnce)
    const questions = part.map((id) => ({
      target: escrow.address,
      callData: encodeFunctionData({ ...question, args: [id] }),
    }))
    const answers = await aggregate(chain, questions)
    for (const [index, id] of part.entries())
      coins.set(id, decodeFunctionResult({ ...question, data: answered(answers[index]) })[0])
  }
  return coins
}

const offersAtOnce = 100

/** A ledger that begins with what there is. */
export function openLedger({ balanceWei, countedWei, feeWei }: CoinReading): CoinLedger {
  return { feeWei, reservedWei: countedWei, feesWei: balanceWei > countedWei ? balanceWei - countedWei : 0n }
}

export type LedgerEvent =
  | { readonly of: 'offer'; readonly event: EscrowEvent }
  | { readonly of: 'owner'; readonly action: OwnerAction }
  | { readonly of: 'coins'; readonly change: OwedCoinsChange }

/** The ledger after an event. Fees of returned offers are left out, as the events don't say whether one was due. */
export function withEvent(
  ledger: CoinLedger,
  entry: LedgerEvent,
  offeredCoins: ReadonlyMap<OfferId, bigint>,
): CoinLedger {
  const { feeWei, feesWei, reservedWei } = ledger
  if (entry.of === 'coins') {
    const { kind, amountWei } = entry.change
    return { ...ledger, reservedWei: kind === 'coinsOwed' ? reservedWei + amountWei : reservedWei - amountWei }
  }
  if (entry.of === 'owner') {
    const { deed } = entry.action
    if (deed.kind === 'feeUpdated') return { ...ledger, feeWei: deed.newWei }
    return deed.kind === 'feesWithdrawn' ? { ...ledger, feesWei: 0n } : ledger
  }
  const { event } = entry
  const lockedWei = offeredCoins.get(event.offerId) ?? 0n
  if (event.kind === 'created')
    return { ...ledger, feesWei: feesWei + feeWei, reservedWei: reservedWei + event.coins.offeredWei }
  if (event.kind === 'completed') return { ...ledger, feesWei: feesWei + feeWei, reservedWei: reservedWei - lockedWei }
  return event.kind === 'cancelled' ? { ...ledger, reservedWei: reservedWei - lockedWei } : ledger
}

/**
 * Compares the ledger with the escrow at the same block.
 *
 * @returns what is missing; null if nothing is.
 */
export function missingCoins(
  { reservedWei, feesWei }: CoinLedger,
  { balanceWei, countedWei }: CoinReading,
): CoinSums | null {
  const dueWei = (countedWei > reservedWei ? countedWei : reservedWei) + feesWei
  return balanceWei < dueWei || countedWei < reservedWei ? { balanceWei, countedWei, reservedWei, feesWei } : null
}

export interface Question {
  readonly target: Address
  readonly callData: Hex
}

export interface Answer {
  readonly success: boolean
  readonly returnData: Hex
}

/** Asks everything in one call, so that all answers are of one block. @throws if the call as a whole fails. */
export async function aggregate(
  chain: PublicClient,
  questions: readonly Question[],
  block?: number,
): Promise<readonly Answer[]> {
  if (questions.length === 0) return []
  const multicall3 = chain.chain?.contracts?.['multicall3']
  if (!multicall3 || !('address' in multicall3)) throw new RangeError('the chain is configured without Multicall3')
  const answers = await chain.readContract({
    address: multicall3.address,
    abi: multicall3Abi,
    functionName: 'aggregate3',
    args: [questions.map((question) => ({ ...question, allowFailure: true }))],
    ...(block !== undefined && { blockNumber: BigInt(block) }),
  })
  if (answers.length !== questions.length) throw new RangeError('an endpoint left answers out')
  return answers
}
