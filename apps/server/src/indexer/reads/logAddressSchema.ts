import type { Address } from '@parley/domain'
import { addressSchema } from '@parley/protocol'
import { z } from 'zod'

/** Logs come from a few dozen escrows and collections. */
const maxKnown = 1_000
const known = new Map<string, Address>()

/** Parses a log's address with a cache, since nearly every log has one of a few. */
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
