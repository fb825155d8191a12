import type { PublicClient } from 'viem'
import type { BlockRef, RawLog } from '../logConsumer.ts'
import type { FoundLog } from './rpcLogs.ts'
import { readHeader, MissingHeaderError } from './headers.ts'
/** Adds block times to logs: from the log, a `known` header, or a request. @throws {MissingHeaderError} */
export async function withTimes(
  chain: PublicClient,
  found: readonly FoundLog[],
  known: readonly BlockRef[],
): Promise<RawLog[]> {
  const times = await blockTimes(chain, found, known)
  return found.map(({ transactionHash, blockTimestamp: _, removed: __, ...log }) => ({
    ...log,
    txHash: transactionHash,
    blockTimeS: times.get(log.blockNumber) ?? 0,
  }))
}

/** Calls per batch accepted by endpoints. */
const headersAtOnce = 40

async function blockTimes(
  chain: PublicClient,
  logs: readonly FoundLog[],
  known: readonly BlockRef[],
): Promise<Map<number, number>> {
  const times = new Map(known.map((block) => [block.number, block.timeS]))
  for (const log of logs) if (typeof log.blockTimestamp === 'number') times.set(log.blockNumber, log.blockTimestamp)
  const missing = [...new Set(logs.map((log) => log.blockNumber).filter((block) => !times.has(block)))]
  for (let at = 0; at < missing.length; at += headersAtOnce) {
    const headers = await Promise.all(missing.slice(at, at + headersAtOnce).map((block) => readHeader(chain, block)))
    for (const header of headers) {
      if (header === null) throw new MissingHeaderError()
      times.set(header.number, header.timeS)
    }
  }
  return times
}
