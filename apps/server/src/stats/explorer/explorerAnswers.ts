import { addressSchema, hash32Schema } from '@parley/protocol'
import { z } from 'zod'

const digits = z
  .string()
  .regex(/^[0-9]{1,15}$/, 'not a number in a string')
  .transform(Number)

/** Every answer of an Etherscan-compatible API, before its `result` is looked at. HTTP is usually 200, whatever it says. */
export const envelopeSchema = z.object({ status: z.enum(['0', '1']), message: z.string(), result: z.unknown() })

export type Envelope = z.output<typeof envelopeSchema>

export const blockNumberSchema = digits

/** A transaction of `txlist`, as far as it is needed: strings only. */
export const explorerTransactionSchema = z.object({
  hash: hash32Schema,
  blockNumber: digits,
  timeStamp: digits,
  /** Empty for a deployment. */
  to: z.union([addressSchema, z.literal('')]).nullish(),
  input: z.string().regex(/^0x([0-9a-fA-F]{2})*$/, 'not call data'),
  isError: z.enum(['0', '1']),
  /** Older networks leave it empty. */
  txreceipt_status: z.enum(['0', '1', '']).optional(),
})

export type ExplorerTransaction = z.output<typeof explorerTransactionSchema>
