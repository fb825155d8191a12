import { hexToBytes, keccak256, type Hex } from 'viem'

interface BlockToCheck {
  readonly number: number
  /** 256 bytes; undefined where the endpoint does not tell it. */
  readonly logsBloom?: Hex | undefined
}

interface Wanted {
  readonly addresses: readonly Hex[]
  /** Values of `topics[0]`. */
  readonly topics: readonly Hex[]
}

/**
 * Blocks whose header says that one of these contracts may have written one of these events, and of which no such log was given:
 * an endpoint whose list of logs lags behind its blocks answers so. A header can say so of a block without any, never the other
 * way round. Pure.
 */
export function blocksWithHoles(
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

/** The escrows', the collections' and the events' alone: a few dozen. */
const bitsByItem = new Map<Hex, readonly number[]>()
const maxItems = 1_000

/** A header sets three bits of 2048 for every address and topic of its logs. */
function bitsOf(item: Hex): readonly number[] {
  const known = bitsByItem.get(item)
  if (known) return known
  const hash = keccak256(item, 'bytes')
  const bits = [0, 2, 4].map((at) => (((hash[at] ?? 0) << 8) | (hash[at + 1] ?? 0)) & 2047)
  if (bitsByItem.size >= maxItems) bitsByItem.clear()
  bitsByItem.set(item, bits)
  return bits
}
