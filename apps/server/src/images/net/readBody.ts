import type { IncomingMessage } from 'node:http'
import { pipeline, type Readable, type Transform } from 'node:stream'
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib'
import { PictureError } from '../PictureError.ts'

/**
 * Reads and decompresses an answer's body up to a limit, so that a decompression bomb ends there. @throws
 * {PictureError} `tooLarge`
 */
export async function readBody(response: IncomingMessage, maxBytes: number): Promise<Uint8Array> {
  const host = response.socket?.remoteAddress ?? ''
  if (Number(response.headers['content-length'] ?? 0) > maxBytes) {
    response.destroy()
    throw new PictureError('tooLarge', host)
  }
  const chunks: Buffer[] = []
  let bytes = 0
  const body = unpacked(response)
  try {
    for await (const chunk of body) {
      if (!Buffer.isBuffer(chunk)) continue
      bytes += chunk.length
      if (bytes > maxBytes) throw new PictureError('tooLarge', host)
      chunks.push(chunk)
    }
  } finally {
    body.destroy()
    response.destroy()
  }
  return Buffer.concat(chunks)
}

const unpackers: Readonly<Record<string, () => Transform>> = {
  gzip: createGunzip,
  'x-gzip': createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
}

function unpacked(response: IncomingMessage): Readable {
  const encoding = response.headers['content-encoding']?.toLowerCase() ?? 'identity'
  const create = unpackers[encoding]
  if (create) return pipeline(response, create(), () => undefined)
  if (encoding === 'identity' || encoding === '') return response
  throw new PictureError('notAnImage', `content-encoding ${encoding}`)
}
