import type { Address, TxHash } from '@parley/domain'
import { hexToBigInt, numberToHex, type Client, type Hex } from 'viem'
import { ChainFailureError } from '../failures/ChainFailure.ts'
import type { ContractCall, WalletConnection, WalletProvider } from './contractCall.ts'
import { type GasPlan, parseHash, planAt, readGasPrice } from './send.ts'

/**
 * Several calls under one signature, all or none (EIP-5792). Only smart accounts can: on Avalanche an ordinary account
 * has no code that could run a batch.
 */
export type Call = Pick<ContractCall, 'to' | 'data' | 'valueWei'>

/**
 * Whether the wallet runs several calls as one, and its own connection can simulate them first. A wallet that would have
 * to change the account for it (`ready`) isn't asked to. False on any error.
 */
export async function canSendCalls({ address, provider }: WalletConnection, chainId: number): Promise<boolean> {
  try {
    const id = numberToHex(chainId)
    const capabilities = await provider.request({ method: 'wallet_getCapabilities', params: [address, [id]] })
    if (fieldOf(fieldOf(fieldOf(capabilities, id), 'atomic'), 'status') !== 'supported') return false
    await provider.request({ method: 'eth_simulateV1', params: [{ blockStateCalls: [{ calls: [] }] }, 'latest'] })
    return true
  } catch {
    return false
  }
}

/**
 * Runs calls one after the other against the latest block without sending them.
 *
 * @returns the gas that they use together.
 * @throws ChainFailureError, `reverted` with the reason of the first call that fails.
 */
export async function simulateCalls(chain: Client, from: Address, calls: readonly Call[]): Promise<bigint> {
  try {
    const block = { calls: calls.map((call) => ({ from, ...wireCall(call) })) }
    const answer: unknown = await chain.request<{
      Method: 'eth_simulateV1'
      Parameters: unknown[]
      ReturnType: unknown
    }>({
      method: 'eth_simulateV1',
      params: [{ blockStateCalls: [block] }, 'latest'],
    })
    const results = listOf(fieldOf(listOf(answer)[0], 'calls'))
    if (results.length !== calls.length) throw new Error('the endpoint did not run every call')
    return results.reduce<bigint>((gas, result) => gas + gasOf(result), 0n)
  } catch (error) {
    throw ChainFailureError.from(error)
  }
}

function gasOf(result: unknown): bigint {
  if (fieldOf(result, 'status') !== '0x1') {
    const error = fieldOf(result, 'error')
    // Some nodes put the revert's data beside the error instead of into it.
    const data = fieldOf(error, 'data') ?? fieldOf(result, 'returnData')
    const reverted = typeof data === 'string' && data.length > 2
    throw ChainFailureError.from(reverted ? { code: 3, message: 'execution reverted', data } : (error ?? { code: 3 }))
  }
  return hexToBigInt(hexOf(fieldOf(result, 'gasUsed')))
}

/**
 * The gas that calls take together, a fifth more than used now, and its price. The wallet decides on both when it sends.
 *
 * @throws ChainFailureError if a call reverts, or no block can be read.
 */
export async function planCalls(chain: Client, from: Address, calls: readonly ContractCall[]): Promise<GasPlan> {
  const [main] = calls.slice(-1)
  if (!main) throw new RangeError('there are no calls to plan')
  const [gas, price] = await Promise.all([simulateCalls(chain, from, calls), readGasPrice(chain, main.gasRule)])
  return planAt(price, (gas * 6n) / 5n)
}

/**
 * Has the wallet sign and send calls as one. Waits as long as the user takes to decide.
 *
 * @returns the wallet's id of the calls, for {@link readCalls}.
 * @throws ChainFailureError
 */
export async function sendCalls(wallet: WalletConnection, chainId: number, calls: readonly Call[]): Promise<string> {
  try {
    const request = {
      version: '2.0.0',
      chainId: numberToHex(chainId),
      from: wallet.address,
      calls: calls.map(wireCall),
      atomicRequired: true,
    }
    const answer = await wallet.provider.request({ method: 'wallet_sendCalls', params: [request] })
    const id = fieldOf(answer, 'id')
    if (typeof id !== 'string' || id === '' || id.length > maxIdLength)
      throw new Error('the wallet answered without an id of the calls')
    return id
  } catch (error) {
    throw ChainFailureError.from(error)
  }
}

/** EIP-5792 allows ids of up to 4,096 bytes, written in hex. */
const maxIdLength = 8_194

/**
 * What a wallet knows of calls it has sent.
 * - `pending`: not mined yet.
 * - `mined`: in a block. A bundle of several accounts' calls is a success even if ours failed: `succeeded` is about ours.
 * - `dropped`: they will never be mined.
 */
export type CallsStatus =
  | { readonly kind: 'pending' }
  | { readonly kind: 'mined'; readonly txHash: TxHash; readonly succeeded: boolean }
  | { readonly kind: 'dropped' }

const unknownCallsCode = 5730

/** Asks the wallet what became of calls. @throws ChainFailureError if it can't be asked. */
export async function readCalls(provider: WalletProvider, id: string): Promise<CallsStatus> {
  try {
    const answer = await provider.request({ method: 'wallet_getCallsStatus', params: [id] })
    const status = Number(fieldOf(answer, 'status'))
    if (status < 200) return { kind: 'pending' }
    const hash = fieldOf(listOf(fieldOf(answer, 'receipts')).at(-1), 'transactionHash')
    if (hash === undefined) return { kind: 'dropped' }
    return { kind: 'mined', txHash: parseHash(hash), succeeded: status < 300 }
  } catch (error) {
    if (fieldOf(error, 'code') === unknownCallsCode) return { kind: 'dropped' }
    throw ChainFailureError.from(error)
  }
}

function wireCall({ to, data, valueWei }: Call) {
  return { to, data, value: numberToHex(valueWei) }
}

function fieldOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}

function hexOf(value: unknown): Hex {
  if (typeof value !== 'string' || !/^0x[0-9a-f]+$/i.test(value)) throw new Error('the endpoint named no gas')
  return `0x${value.slice(2)}`
}
