import type { Address } from '@parley/domain'
import { getAddress, hexToBigInt, size, sliceHex, zeroAddress, type Hex } from 'viem'
import type { ScanRequest } from './ScanRequest.ts'

/** Why the scanner stopped: `read` (go on at `next`, if anything is left) or what is wrong with the collection. */
export type ScanStatus = 'read' | 'noContract' | 'noBalance' | 'nonsense' | 'tokenOutOfGas'
const statuses: readonly ScanStatus[] = ['read', 'noContract', 'noBalance', 'nonsense', 'tokenOutOfGas']

export interface ScanReply {
  readonly status: ScanStatus
  /** The block that the call ran at. */
  readonly block: bigint
  /** The first id or index that was not read. */
  readonly next: bigint
  /** The holder's balance or the supply, as the collection has it; zero where the job does not ask. */
  readonly total: bigint
  readonly items: readonly ScannedToken[]
}

export interface ScannedToken {
  readonly tokenId: bigint
  /** Undefined where the job asked for one holder's tokens: it is the holder. */
  readonly owner?: Address
}

/** The answer does not read as one of the scanner's: the node did not run it. */
export class ScanReplyError extends Error {
  override readonly name = 'ScanReplyError'
  readonly code = 'scanReply'
}

const headerBytes = 96

/** Reads the scanner's answer. Tokens without an owner are left out. @throws {ScanReplyError} */
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
