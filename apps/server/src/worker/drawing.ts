import sharp, { type Sharp } from 'sharp'
import { maxPixels, maxSvgBytes } from '../images/picture/imageLimits.ts'

const limitInputPixels = maxPixels['image/svg+xml']

/** An SVG at a density that makes its longer side `size`: a small one is drawn larger, not scaled up. */
export async function openDrawing(bytes: Uint8Array, size: number): Promise<Sharp> {
  const input = Buffer.from(textOf(bytes))
  const { width, height } = await sharp(input, { limitInputPixels }).metadata()
  const largest = Math.max(width, height, 1)
  const density = Math.min(2400, Math.max(1, Math.round((72 * size) / largest)))
  return sharp(input, { density, limitInputPixels })
}

/**
 * The text of an SVG without its declaration. The parser must decode it as we did: in another encoding the same bytes
 * may declare entities.
 */
function textOf(bytes: Uint8Array): string {
  if (bytes.length > maxSvgBytes) throw new Error('the drawing is too large')
  const [declaration = ''] =
    /^(\xef\xbb\xbf)?\s*<\?xml[^>]*\?>/.exec(Buffer.from(bytes).toString('latin1', 0, 1_024)) ?? []
  const [, encoding = 'utf-8'] = /encoding\s*=\s*["']([^"']*)["']/.exec(declaration) ?? []
  // Throws for an encoding that browsers do not know.
  const text = new TextDecoder(encoding).decode(bytes).replace(/^\uFEFF?\s*<\?xml[^>]*\?>/, '')
  // Entities can multiply without bound, and honest drawings declare none.
  if (/<!ENTITY/i.test(text)) throw new Error('the drawing declares entities')
  return text
}
