import { z } from 'zod'
import { logAddressSchema } from './logAddressSchema.ts'
import { hex, quantity } from './rpcValues.ts'

/** A log as returned by endpoints. */
export const foundLogSchema = z.object({
  address: logAddressSchema,
  topics: z.array(hex),
  data: hex,
  blockNumber: quantity,
  blockHash: hex,
  /** Newer nodes include the block time; for others the header is requested. */
  blockTimestamp: quantity.nullish(),
  transactionHash: hex,
  logIndex: quantity,
  removed: z.boolean().optional(),
})

export type FoundLog = z.output<typeof foundLogSchema>
