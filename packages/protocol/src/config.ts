import { z } from './zod.ts'
import { addressSchema } from './primitives.ts'

export const networkSchema = z.enum(['avalanche', 'fuji', 'local'])

/**
 * `GET /api/config`: where a page may ask the chain, and which escrows this server follows, the newest first. What a page may
 * call and what it shows as known stands in its own build (decision Z1): an escrow named here and not there is refused.
 */
export const configSchema = z.object({
  network: networkSchema,
  chainId: z.int(),
  rpcUrls: z.array(z.url()).check(z.minLength(1)),
  escrows: z.array(z.object({ address: addressSchema })).check(z.minLength(1)),
})

export type Network = z.output<typeof networkSchema>
export type WireConfig = z.output<typeof configSchema>
