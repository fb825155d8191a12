import type { Address } from '@parley/domain'
import { addressSchema } from '@parley/protocol'
import { z } from 'zod'

/** Logs are of the escrows and the collections, a few dozen. */
const maxKnown = 1_000
const known = new Map<string, Address>()

/** A log's address, read once: nearly every log bears one of a few. */
export const logAddressSchema = z.string().transform((text, context): Address => {
  const already = known.get(text)
  if (already) return already
  const read = addressSchema.safeParse(text)
  if (!read.success) {
    context.addIssue('not an address')
    return z.NEVER
  }
  if (known.size >= maxKnown) known.clear()
  known.set(text, read.data)
  return read.data
})
