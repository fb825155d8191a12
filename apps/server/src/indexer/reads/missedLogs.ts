import { BaseError, type Hex, hexToBytes, keccak256, numberToHex, type PublicClient, RpcRequestError } from 'viem'
import { z } from 'zod'
import { MissingHeaderError } from './headers.ts'
import { type FoundLog, foundLogSchema } from './rpcLogs.ts'

interface BlockToCheck {
  readonly number: number
  /** 256 bytes; undefined if the endpoint omits it. */
  readonly logsBloom?: Hex | undefined
}

interface Wanted {
  readonly addresses: readonly Hex[]
  /** Values of `topics[0]`. */
  readonly topics: readonly Hex[]
}

/**
 * Finds blocks whose bloom filter indicates matching events although no such log was returned.
 *
 * This happens when an endpoint's log index lags behind its blocks. A bloom filter has false positives but no false
 * negatives. Pure.
 */
export function findBlocksMissingLogs(
  blocks: readonly BlockToCheck[],
  { addresses, topics }: Wanted,
  logs: readonly { readonly blockNumber: number; readonly address: string }[],
): number[] {
  const given = new Set(logs.map((log) => `${log.blockNumber}/${log.address.toLowerCase()}`))
  return blocks
    .filter(({ number, logsBloom }) => {
      if (logsBloom === undefined || hasNothing(logsBloom)) return false
      const bloom = hexToBytes(logsBloom)
      const silent = addresses.some(
        (address) => !given.has(`${number}/${address.toLowerCase()}`) && mayHold(bloom, address),
      )
      return silent && topics.some((topic) => mayHold(bloom, topic))
    })
    .map(({ number }) => number)
}

function hasNothing(bloom: Hex): boolean {
  return /^0x0*$/.test(bloom)
}

function mayHold(bloom: Uint8Array, item: Hex): boolean {
  return bitsOf(item).every((bit) => ((bloom[255 - (bit >> 3)] ?? 0) & (1 << (bit & 7))) !== 0)
}

/** Bits per address and topic: a few dozen of escrows, collections and events. */
const bitsByItem = new Map<Hex, readonly number[]>()
const maxItems = 1_000

/** The three bits of 2048 that a bloom filter sets for each address and topic. */
function bitsOf(item: Hex): readonly number[] {
  const known = bitsByItem.get(item)
  if (known) return known
  const hash = keccak256(item, 'bytes')
  const bits = [0, 2, 4].map((at) => (((hash[at] ?? 0) << 8) | (hash[at + 1] ?? 0)) & 2047)
  if (bitsByItem.size >= maxItems) bitsByItem.clear()
  bitsByItem.set(item, bits)
  return bits
}

const blockReceiptsSchema = z.array(z.object({ logs: z.array(foundLogSchema) }))

/** All logs of a block; none if the endpoint doesn't support block receipts. @throws {MissingHeaderError} */
export async function readBlockLogs(chain: PublicClient, block: number): Promise<FoundLog[]> {
  const request: { method: string; params: unknown[] } = {
    method: 'eth_getBlockReceipts',
    params: [numberToHex(block)],
  }
  const answer = await chain.transport.request(request).catch((error: unknown) => {
    if (error instanceof BaseError && error.walk((cause) => cause instanceof RpcRequestError)) return []
    throw error
  })
  if (answer === null) throw new MissingHeaderError()
  return blockReceiptsSchema.parse(answer).flatMap(({ logs }) => logs)
}
