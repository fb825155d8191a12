import type { Hex, Client, RpcBlockIdentifier, BlockTag } from 'viem'
import { concatHex } from 'viem'
import { holdingsScannerCode } from '../gen/holdingsScannerCode.ts'

/**
 * How the scanner travels: as the creation code of a transaction that nobody mines, which nearly every node runs but whose
 * answer is limited to the size of a contract, or as a state override, which some nodes forbid.
 */
export type ScanCarrier = 'creation' | 'override'

/** Largest answers: 24,576 bytes is the limit for a contract; a megabyte is what nodes and proxies let through. */
export const carrierMaxBytes: Record<ScanCarrier, number> = { creation: 24_000, override: 1_000_000 }

/** Public endpoints cap calls at 50 million gas or more; one that caps lower runs out, and gets smaller questions. */
const scanGas = '0x2faf080'

/** No account has this address; the scanner pretends to live there for one call. */
const overrideAddress = '0x5ca77e125ca77e125ca77e125ca77e125ca77e12'

export type AtBlock = bigint | 'latest'

/** Runs the scanner once. Rejects as the client does. */
export async function carryScan(
  client: Client,
  carrier: ScanCarrier,
  request: Hex,
  at: AtBlock,
  signal?: AbortSignal,
): Promise<Hex> {
  const block: BlockTag | Hex = at === 'latest' ? at : `0x${at.toString(16)}`
  const call = { method: 'eth_call', params: paramsOf(carrier, request, block) } as const
  return client.request(call, signal ? { signal } : {})
}

function paramsOf(carrier: ScanCarrier, request: Hex, block: BlockTag | Hex | RpcBlockIdentifier) {
  if (carrier === 'creation') {
    return [{ data: concatHex([holdingsScannerCode, request]), gas: scanGas }, block] as const
  }
  const overrides = { [overrideAddress]: { code: holdingsScannerCode } } as const
  return [{ to: overrideAddress, data: request, gas: scanGas }, block, overrides] as const
}
