import { z } from 'zod'
import { logAddressSchema } from './logAddressSchema.ts'
import { hex, quantity } from './rpcValues.ts'

/** A log as endpoints give it. */
export const foundLogSchema = z.object({
  address: logAddressSchema,
  topics: z.array(hex),
  data: hex,
  blockNumber: quantity,
  blockHash: hex,
  /** Younger nodes tell the block's time with the log; the others have to be asked for the header. */
  blockTimestamp: quantity.nullish(),
  transactionHash: hex,
  logIndex: quantity,
  removed: z.boolean().optional(),
})

export type FoundLog = z.output<typeof foundLogSchema>
