import { deserialize, serialize } from 'node:v8'
import { z } from 'zod'
import type { ImageType } from '../imageLimits.ts'
import type { BrandedCard } from '../../previews/offerCard.ts'

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
interface CardJob {
  readonly kind: 'card'
  readonly card: BrandedCard
  /** WebP tiles of the card's items, the offered ones first; null where there is none. */
  readonly pictures: readonly (Uint8Array | null)[]
}

export type PictureJob = TileJob | CardJob

/** Jobs are numbered, so an answer says which one it is for. */
type NumberedJob = PictureJob & { readonly id: number }

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

/** Messages on the socket between the server and a picture worker: four bytes of length, then as many bytes. */

/** The number under which a worker finds the socket among its open files. */
export const channelFd = 3

const lengthBytes = 4

export function messageOf(payload: Uint8Array): Buffer {
  const length = Buffer.alloc(lengthBytes)
  length.writeUInt32BE(payload.length)
  return Buffer.concat([length, payload])
}

/** A message is longer than the reader takes. */
export class MessageTooLongError extends Error {
  override readonly name = 'MessageTooLongError'
}

/** Cuts what comes into messages, and never holds more than one of them and the chunk that it came with. */
export class MessageReader {
  readonly #maxBytes: number
  #chunks: Buffer[] = []
  #heldBytes = 0

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes
  }

  /** @returns what is complete. @throws {MessageTooLongError} as soon as a length is announced that is over the bound. */
  read(chunk: Buffer): readonly Buffer[] {
    this.#chunks.push(chunk)
    this.#heldBytes += chunk.length
    const messages: Buffer[] = []
    for (let length = this.#announced(); length !== null; length = this.#announced()) {
      if (length > this.#maxBytes) throw new MessageTooLongError(`${length} bytes announced`)
      const end = lengthBytes + length
      if (this.#heldBytes < end) break
      const all = Buffer.concat(this.#chunks)
      messages.push(all.subarray(lengthBytes, end))
      this.#chunks = [all.subarray(end)]
      this.#heldBytes = all.length - end
    }
    return messages
  }

  /** The length of the message that comes next; null until all of its digits are here. */
  #announced(): number | null {
    if (this.#heldBytes < lengthBytes) return null
    // A length that came in pieces is rare, so joining the chunks costs nothing to speak of.
    if ((this.#chunks[0]?.length ?? 0) < lengthBytes) this.#chunks = [Buffer.concat(this.#chunks)]
    return this.#chunks[0]?.readUInt32BE(0) ?? null
  }
}
