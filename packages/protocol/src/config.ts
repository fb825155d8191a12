import { z } from './zod.ts'
import { addressSchema } from './primitives.ts'

export const networkSchema = z.enum(['avalanche', 'fuji', 'local'])

/**
 * `GET /api/config`: the endpoints for pages, and the escrows that this server follows, newest first. A page trusts
 * only the escrows and collections of its own build (decision Z1) and refuses others.
 */
export const configSchema = z.object({
  network: networkSchema,
  chainId: z.int(),
  rpcUrls: z.array(z.url()).check(z.minLength(1)),
  escrows: z.array(z.object({ address: addressSchema })).check(z.minLength(1)),
  /** Chain time (unix seconds) of the newest block, if the server knows it. */
  timestamp: z.optional(z.int()),
})

export type Network = z.output<typeof networkSchema>
export type WireConfig = z.output<typeof configSchema>
