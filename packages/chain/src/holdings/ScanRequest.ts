import type { Address } from '@parley/domain'
import { concatHex, numberToHex, padHex, type Hex } from 'viem'

/** What the scanner can be asked; the numbers are the contract's. */
export const scanJobs = { heldByScan: 0, heldByIndex: 1, ownersByScan: 2, ownersByIndex: 3 } as const
export type ScanJob = keyof typeof scanJobs

/** One question to the scanner about one collection. */
export interface ScanRequest {
  readonly job: ScanJob
  readonly collection: Address
  /** Whose tokens; any address where the job asks for all owners. */
  readonly holder: Address
  /** First id, or first index. */
  readonly from: bigint
  /** Last id, included. Jobs by index end with the balance or the supply instead. */
  readonly to: bigint
  /** The answer stays below this. */
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
