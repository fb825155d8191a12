import { numberToHex, type PublicClient } from 'viem'
import { z } from 'zod'
import type { BlockRef } from '../logConsumer.ts'
import { hex, quantity } from './rpcLogs.ts'

/** The parts of a block header that the indexer uses. */
export interface Header extends BlockRef {
  readonly parentHash: `0x${string}`
  readonly logsBloom?: `0x${string}` | undefined
}

const headerSchema = z
  .object({ number: quantity, hash: hex, parentHash: hex, timestamp: quantity, logsBloom: hex.optional() })
  .transform(({ timestamp, ...rest }): Header => ({ ...rest, timeS: timestamp }))

/** The newest block known to the endpoints. */
export async function readHead(chain: PublicClient): Promise<Header> {
  return headerSchema.parse(await chain.request({ method: 'eth_getBlockByNumber', params: ['latest', false] }))
}

/** A block by number; null if it doesn't exist yet. */
export async function readHeader(chain: PublicClient, block: number): Promise<Header | null> {
  const found = await chain.request({ method: 'eth_getBlockByNumber', params: [numberToHex(block), false] })
  return found === null ? null : headerSchema.parse(found)
}

/** An endpoint returned logs of blocks it doesn't know: nodes behind one address differ. */
export class MissingHeaderError extends Error {
  override readonly name = 'MissingHeaderError'
}
