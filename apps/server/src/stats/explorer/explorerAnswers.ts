import { addressSchema, hash32Schema } from '@parley/protocol'
import { z } from 'zod'

const digits = z
  .string()
  .regex(/^[0-9]{1,15}$/, 'not a number in a string')
  .transform(Number)

/** The envelope of every Etherscan-compatible answer. The HTTP status is usually 200, even for errors. */
export const envelopeSchema = z.object({ status: z.enum(['0', '1']), message: z.string(), result: z.unknown() })

export type Envelope = z.output<typeof envelopeSchema>

export const blockNumberSchema = digits

/** The fields of a `txlist` entry that we use; all are strings. */
export const explorerTransactionSchema = z.object({
  hash: hash32Schema,
  blockNumber: digits,
  timeStamp: digits,
  /** Empty for a contract creation. */
  to: z.union([addressSchema, z.literal('')]).nullish(),
  input: z.string().regex(/^0x([0-9a-fA-F]{2})*$/, 'not call data'),
  isError: z.enum(['0', '1']),
  /** Empty on older networks. */
  txreceipt_status: z.enum(['0', '1', '']).optional(),
})

export type ExplorerTransaction = z.output<typeof explorerTransactionSchema>
