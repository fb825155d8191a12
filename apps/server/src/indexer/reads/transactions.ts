import type { PublicClient } from 'viem'
import { z } from 'zod'
import type { RawLog } from '../logConsumer.ts'
import { foundLogSchema } from './rpcLogs.ts'
import { withTimes } from './readLogs.ts'

const receiptSchema = z.object({ logs: z.array(foundLogSchema) })

/** The logs of a mined transaction; null if pending or failed. */
export async function readReceiptLogs(chain: PublicClient, txHash: `0x${string}`): Promise<RawLog[] | null> {
  const answer = await chain.request({ method: 'eth_getTransactionReceipt', params: [txHash] })
  return answer === null ? null : withTimes(chain, receiptSchema.parse(answer).logs, [])
}

/** Whether the endpoints know a transaction, mined or pending. */
export async function isKnownTransaction(chain: PublicClient, txHash: `0x${string}`): Promise<boolean> {
  return (await chain.request({ method: 'eth_getTransactionByHash', params: [txHash] })) !== null
}
