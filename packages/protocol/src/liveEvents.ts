import { addressSchema, hash32Schema } from './primitives.ts'
import { z } from './zod.ts'

/** `GET /api/events`: server-sent events for open pages. A page that was away reads its queries again on `hello`. */
export const liveEventsPath = '/api/events'

export const liveEventSchema = z.discriminatedUnion('type', [
  /** `timestamp`: chain time of the newest block, if the server knows it. */
  z.object({ type: z.literal('hello'), indexedBlock: z.int(), timestamp: z.optional(z.int()) }),
  /** A block was indexed. `timestamp` is chain time in unix seconds. */
  z.object({ type: z.literal('head'), block: z.int(), timestamp: z.int() }),
  z.object({ type: z.literal('offer'), offerId: hash32Schema, creator: addressSchema, recipient: addressSchema }),
  /** The owner of an escrow did something. */
  z.object({ type: z.literal('escrow'), escrow: addressSchema }),
  /** NFTs of these wallets moved. */
  z.object({ type: z.literal('holdings'), addresses: z.array(addressSchema) }),
])

export type LiveEvent = z.output<typeof liveEventSchema>
