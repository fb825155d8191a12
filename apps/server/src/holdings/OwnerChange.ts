import type { Address } from '@parley/domain'
import { addressSchema } from '@parley/protocol'
import { toEventSelector } from 'viem'
import type { RawLog } from '../indexer/logConsumer.ts'

/** A transfer of a token; the zero address stands for mint or burn. */
export interface OwnerChange {
  readonly contract: Address
  readonly tokenId: bigint
  readonly from: Address
  readonly to: Address
  readonly block: number
}

export const nobody: Address = '0x0000000000000000000000000000000000000000'
export const transferTopic = toEventSelector('Transfer(address,address,uint256)')

/** Decodes a Transfer log; undefined if malformed. A few old collections don't index the token id. */
export function ownerChangeOf(log: RawLog): OwnerChange | undefined {
  const [topic, from, to, indexedId] = log.topics
  const id = indexedId ?? log.data
  if (topic !== transferTopic || from?.length !== 66 || to?.length !== 66 || id.length !== 66) return undefined
  return {
    contract: log.address,
    tokenId: BigInt(id),
    from: addressOf(from),
    to: addressOf(to),
    block: log.blockNumber,
  }
}

function addressOf(topic: `0x${string}`): Address {
  const address = `0x${topic.slice(26)}` as const
  return BigInt(address) === 0n ? nobody : addressSchema.parse(address)
}
