import { BaseError, numberToHex, RpcRequestError, type PublicClient } from 'viem'
import { z } from 'zod'
import { foundLogSchema, type FoundLog } from './foundLog.ts'
import { MissingHeaderError } from './MissingHeaderError.ts'

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
