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
