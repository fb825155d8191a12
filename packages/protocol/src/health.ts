import { z } from './zod.ts'

const lag = {
  /** The newest block of the chain; null until an endpoint has answered. */
  headBlock: z.nullable(z.int()),
  /** The block up to which every part of the index has read; null before the first. */
  indexedBlock: z.nullable(z.int()),
  lagBlocks: z.nullable(z.int()),
}

/** `GET /health` of a server whose index is close enough to the chain. That it answers at all is its liveness. */
export const readySchema = z.object({ success: z.literal(true), ready: z.literal(true), ...lag })

/** `GET /health` with status 503: alive, but not to be sent visitors. `error` says what is missing. */
export const notReadySchema = z.object({
  success: z.literal(false),
  ready: z.literal(false),
  error: z.string(),
  ...lag,
})
