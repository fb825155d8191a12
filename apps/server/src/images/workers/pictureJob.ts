import { deserialize, serialize } from 'node:v8'
import { z } from 'zod'
import type { OfferCard } from '../../previews/offerCard.ts'
import type { ImageType } from '../sniffImageType.ts'

/** What crosses the channel between the server and a worker. */
export type TileSize = 256 | 512 | 1024

/** Scales one picture. */
export interface TileJob {
  readonly kind: 'tile'
  /** As sniffed: the one loader that the worker may use. */
  readonly type: ImageType
  readonly bytes: Uint8Array
  readonly size: TileSize
}

/** Draws the card of an offer. */
export interface CardJob {
  readonly kind: 'card'
  readonly card: OfferCard
  /** WebP tiles of the card's items, the offered ones first; null where there is none. */
  readonly pictures: readonly (Uint8Array | null)[]
}

export type PictureJob = TileJob | CardJob

/** Jobs are numbered, so an answer says which one it is for. */
export type NumberedJob = PictureJob & { readonly id: number }

export type WorkerAnswer =
  | { readonly id: number; readonly bytes: Uint8Array }
  | { readonly id: number; readonly problem: 'tooLarge' | 'notRendered'; readonly detail: string }

export const encodeJob = (job: NumberedJob): Uint8Array => serialize(job)

/** For the worker alone, which trusts its server: V8's format is not made for strangers' bytes. */
export function decodeJob(message: Uint8Array): NumberedJob {
  const job: NumberedJob = deserialize(message)
  return job
}

const headSchema = z.object({
  id: z.number(),
  problem: z.optional(z.enum(['tooLarge', 'notRendered'])),
  detail: z.optional(z.string().max(300)),
})
const maxHeadBytes = 2_000

/** A line of JSON, then the picture. */
export function encodeAnswer(answer: WorkerAnswer): Uint8Array {
  const { bytes, head } =
    'bytes' in answer ? { bytes: answer.bytes, head: { id: answer.id } } : { bytes: Buffer.alloc(0), head: answer }
  return Buffer.concat([Buffer.from(`${JSON.stringify(head)}\n`), bytes])
}

/** @returns null for anything else than an answer: what a worker decodes may have taken it over. */
export function decodeAnswer(message: Buffer): WorkerAnswer | null {
  const end = message.subarray(0, maxHeadBytes).indexOf('\n')
  const { success, data } = headSchema.safeParse(parseJson(message.subarray(0, Math.max(0, end)).toString()))
  if (!success) return null
  const { id, problem, detail = '' } = data
  return problem ? { id, problem, detail } : { id, bytes: message.subarray(end + 1) }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
