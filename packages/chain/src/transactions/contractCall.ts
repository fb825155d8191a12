import type { Address, GasRule } from '@parley/domain'
import { type Client, type Hex, hexToBigInt, numberToHex } from 'viem'
import { getTransactionCount } from 'viem/actions'
import { ChainFailureError } from '../failures/ChainFailure.ts'

/** An unsent transaction: the call, its value, and the gas rule that applies. */
export interface ContractCall {
  readonly to: Address
  readonly data: Hex
  readonly valueWei: bigint
  readonly gasRule: GasRule
  /** NFTs it touches; sizes the gas limit when estimating fails. */
  readonly nftCount: number
}

/** The part of EIP-1193 needed for sending. */
export interface WalletProvider {
  request(request: { method: string; params?: unknown }): Promise<unknown>
}

/** A connected wallet. */
export interface WalletConnection {
  readonly address: Address
  readonly provider: WalletProvider
}

interface EthCall {
  readonly to: Address
  readonly data: Hex
  /** The sender; omitted for plain reads. */
  readonly from?: Address
  readonly valueWei?: bigint
}

/**
 * Runs a call against the latest block without sending it.
 *
 * Uses a raw request: viem's own action pulls in deployless calls and CCIP reads, which the page doesn't need.
 */
export function ethCall(chain: Client, { to, data, from, valueWei }: EthCall): Promise<Hex> {
  const request = {
    to,
    data,
    ...(from === undefined ? {} : { from }),
    ...(valueWei === undefined ? {} : { value: numberToHex(valueWei) }),
  }
  return chain.request({ method: 'eth_call', params: [request, 'latest'] })
}

/**
 * Simulates a transaction, so that one that would revert never reaches the wallet.
 *
 * @returns the encoded return value.
 * @throws ChainFailureError, `reverted` with the contract's reason.
 */
export async function simulate(
  chain: Client,
  from: Address,
  { to, data, valueWei }: Pick<ContractCall, 'to' | 'data' | 'valueWei'>,
): Promise<Hex> {
  try {
    return await ethCall(chain, { from, to, data, valueWei })
  } catch (error) {
    throw ChainFailureError.from(error)
  }
}

interface Nonces {
  /** Mined transactions of the account. */
  readonly used: number
  /** Mined and pending ones. */
  readonly withWaiting: number
}

/** Counts an account's transactions. @throws ChainFailureError */
export async function readNonces(chain: Client, address: Address): Promise<Nonces> {
  try {
    const [used, withWaiting] = await Promise.all([
      getTransactionCount(chain, { address }),
      getTransactionCount(chain, { address, blockTag: 'pending' }),
    ])
    return { used, withWaiting: Math.max(used, withWaiting) }
  } catch (error) {
    throw ChainFailureError.from(error)
  }
}

/** An account's balance in wei. @throws ChainFailureError */
export async function readBalance(chain: Client, address: Address): Promise<bigint> {
  try {
    return hexToBigInt(await chain.request({ method: 'eth_getBalance', params: [address, 'latest'] }))
  } catch (error) {
    throw ChainFailureError.from(error)
  }
}
