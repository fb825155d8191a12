import type { Address } from '@parley/domain'
import {
  type BlockTag,
  type Client,
  concatHex,
  getAddress,
  type Hex,
  hexToBigInt,
  numberToHex,
  padHex,
  type RpcBlockIdentifier,
  size,
  sliceHex,
  zeroAddress,
} from 'viem'
import { holdingsScannerCode } from '../gen/holdingsScannerCode.ts'

/** The scanner's jobs; the numbers match the contract's. */
const scanJobs = { heldByScan: 0, heldByIndex: 1, ownersByScan: 2, ownersByIndex: 3 } as const
export type ScanJob = keyof typeof scanJobs

/** One request to the scanner about one collection. */
export interface ScanRequest {
  readonly job: ScanJob
  readonly collection: Address
  /** Whose tokens; ignored by jobs that list all owners. */
  readonly holder: Address
  /** First id, or first index. */
  readonly from: bigint
  /** Last id, included. Jobs by index end with the balance or the supply instead. */
  readonly to: bigint
  /** The scanner keeps its answer below this size. */
  readonly maxBytes: number
}

/** The six words that the scanner reads. */
export function encodeScanRequest(request: ScanRequest): Hex {
  const words = [
    scanJobs[request.job],
    BigInt(request.collection),
    BigInt(request.holder),
    request.from,
    request.to,
    request.maxBytes,
  ]
  return concatHex(words.map((word) => numberToHex(word, { size: 32 })))
}

export const noHolder: Address = padHex('0x', { size: 20 })

/** Why the scanner stopped: `read` (continue at `next` if anything is left), or the collection's fault. */
export type ScanStatus = 'read' | 'noContract' | 'noBalance' | 'nonsense' | 'tokenOutOfGas'
const statuses: readonly ScanStatus[] = ['read', 'noContract', 'noBalance', 'nonsense', 'tokenOutOfGas']

export interface ScanReply {
  readonly status: ScanStatus
  /** The block the call ran at. */
  readonly block: bigint
  /** The first id or index that was not read. */
  readonly next: bigint
  /** The holder's balance or the supply, as reported by the collection; zero if the job doesn't read it. */
  readonly total: bigint
  readonly items: readonly ScannedToken[]
}

export interface ScannedToken {
  readonly tokenId: bigint
  /** Undefined in jobs for a single holder. */
  readonly owner?: Address
}

/** The answer isn't in the scanner's format: the node didn't run it. */
export class ScanReplyError extends Error {
  override readonly name = 'ScanReplyError'
  readonly code = 'scanReply'
}

const headerBytes = 96

/** Decodes the scanner's answer. Tokens without an owner are omitted. @throws {ScanReplyError} */
export function decodeScanReply(request: ScanRequest, data: Hex | undefined): ScanReply {
  const length = data === undefined ? 0 : size(data)
  const status = data === undefined ? undefined : statuses[Number(`0x${data.slice(2, 4) || 'ff'}`)]
  const itemBytes = itemSizes[request.job]
  if (data === undefined || status === undefined || length < headerBytes || (length - headerBytes) % itemBytes !== 0) {
    throw new ScanReplyError()
  }
  const items: ScannedToken[] = []
  for (let at = headerBytes, index = 0; at < length; at += itemBytes, index++) {
    const token = readItem(request, index, data.slice(2 + at * 2, 2 + (at + itemBytes) * 2))
    if (token) items.push(token)
  }
  return {
    status,
    block: hexToBigInt(sliceHex(data, 1, 32)),
    next: hexToBigInt(sliceHex(data, 32, 64)),
    total: hexToBigInt(sliceHex(data, 64, 96)),
    items,
  }
}

const itemSizes = { heldByScan: 4, heldByIndex: 32, ownersByScan: 20, ownersByIndex: 52 } as const

function readItem(request: ScanRequest, index: number, hex: string): ScannedToken | undefined {
  switch (request.job) {
    case 'heldByScan':
      return { tokenId: request.from + BigInt(`0x${hex}`) }
    case 'heldByIndex':
      return { tokenId: BigInt(`0x${hex}`) }
    case 'ownersByScan':
      return owned(request.from + BigInt(index), `0x${hex}`)
    case 'ownersByIndex':
      return owned(BigInt(`0x${hex.slice(0, 64)}`), `0x${hex.slice(64)}`)
  }
}

function owned(tokenId: bigint, owner: Hex): ScannedToken | undefined {
  return owner === zeroAddress ? undefined : { tokenId, owner: getAddress(owner) }
}

/**
 * How the scanner is sent to the node.
 *
 * `creation`: as the creation code of a transaction that is never mined. Nearly every node supports it, but the answer is
 * limited to the size of a contract. `override`: as a state override, which some nodes forbid.
 */
export type ScanCarrier = 'creation' | 'override'

/** Maximum answer sizes. 24,576 bytes is the limit for a contract; nodes and proxies let a megabyte through. */
export const carrierMaxBytes: Record<ScanCarrier, number> = { creation: 24_000, override: 1_000_000 }

/** Public endpoints cap calls at 50 million gas or more. Those with a lower cap get smaller requests. */
const scanGas = '0x2faf080'

/** An unused address; the state override places the scanner there for one call. */
const overrideAddress = '0x5ca77e125ca77e125ca77e125ca77e125ca77e12'

export type AtBlock = bigint | 'latest'

/** Runs the scanner once. Rejects with the client's errors. */
export async function runScanner(
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
