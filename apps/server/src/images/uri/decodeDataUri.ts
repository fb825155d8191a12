import { PictureError } from '../PictureError.ts'

/** The largest content that is taken from a `data:` URI. */
export const maxInlineBytes = 4 * 1024 * 1024

/**
 * The bytes of a `data:` URI: base64, percent-encoded, or plain text. Many contracts write the latter, with unescaped
 * `#`.
 *
 * @throws {PictureError} `tooLarge`, or `badUri` without a comma.
 */
export function decodeDataUri(uri: string): Uint8Array {
  const comma = uri.indexOf(',')
  if (comma < 0) throw new PictureError('badUri', uri.slice(0, 40))
  if (uri.length - comma > maxInlineBytes * 2) throw new PictureError('tooLarge', 'data:')
  const head = uri.slice(0, comma)
  const body = uri.slice(comma + 1)
  const bytes = /;\s*base64\s*$/i.test(head) ? base64Bytes(body) : new TextEncoder().encode(percentDecoded(body))
  if (bytes.length > maxInlineBytes) throw new PictureError('tooLarge', 'data:')
  return bytes
}

/** Node's decoder accepts both alphabets and skips stray characters. Some writers percent-encode base64. */
function base64Bytes(body: string): Uint8Array {
  return Uint8Array.from(Buffer.from(body.includes('%') ? percentDecoded(body) : body, 'base64'))
}

/** Text with a percent sign that encodes nothing (`width="100%"`) was never encoded. */
function percentDecoded(body: string): string {
  try {
    return decodeURIComponent(body)
  } catch {
    return body
  }
}
