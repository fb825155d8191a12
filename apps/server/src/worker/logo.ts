import sharp from 'sharp'
import { sniffImageType } from '../images/imageLimits.ts'

/** The picture of a logo can't be used. The message goes on after the file's name. */
export class LogoError extends Error {
  override readonly name = 'LogoError'
}

/** An icon of the page. */
interface Icon {
  readonly file: string
  readonly sizePx: number
  /** The mark's share of the icon's width. Systems crop maskable icons to any shape within a circle of 80 %. */
  readonly markShare: number
  /** Corner radius as a share of the icon's width; 0 if the system crops the corners. */
  readonly cornerShare: number
}

const icons: readonly Icon[] = [
  { file: 'icons/icon-192.png', sizePx: 192, markShare: 0.72, cornerShare: 0.2 },
  { file: 'icons/icon-512.png', sizePx: 512, markShare: 0.72, cornerShare: 0.2 },
  { file: 'icons/maskable-512.png', sizePx: 512, markShare: 0.52, cornerShare: 0 },
  { file: 'icons/apple-touch-180.png', sizePx: 180, markShare: 0.62, cornerShare: 0 },
]
/** The mark itself, at the address that the product's own has. */
const markFile = 'parley.svg'
/** The icons' background: the page's light `--paper`. */
const paper = '#fffdf7'
/** It is in every first view. */
const maxDrawingBytes = 50_000
const maxPixels = 4096
const minPixels = 192
/** As large as the page shows it, on sharp screens. */
const markPx = 192

/**
 * Files of a page whose mark is an SVG or PNG, by their path in the page: the mark, and icons of it.
 *
 * @throws {LogoError}
 */
export async function drawLogo(bytes: Uint8Array): Promise<ReadonlyMap<string, Uint8Array>> {
  const type = sniffImageType(bytes)
  if (type !== 'image/svg+xml' && type !== 'image/png') throw new LogoError('is neither an SVG nor a PNG')
  if (type === 'image/svg+xml') checkDrawing(bytes)
  const markOf = (sizePx: number) => scaled(bytes, type, sizePx)
  const files = new Map<string, Uint8Array>()
  files.set(markFile, type === 'image/svg+xml' ? bytes : asDrawing(await markOf(markPx)))
  for (const icon of icons)
    files.set(icon.file, await drawIcon(icon, await markOf(Math.round(icon.sizePx * icon.markShare))))
  return files
}

/** What a picture of a page can't have: browsers would leave it out, or run it where it is opened alone. */
function checkDrawing(bytes: Uint8Array): void {
  if (bytes.length > maxDrawingBytes)
    throw new LogoError(`has ${bytes.length} bytes; a drawing may have ${maxDrawingBytes}`)
  const text = new TextDecoder().decode(bytes)
  const [bad] = /<script|<foreignObject|\son\w+\s*=|javascript:/i.exec(text) ?? []
  if (bad !== undefined) throw new LogoError(`has "${bad.trim()}" in it, which a picture doesn't need`)
  const [outside] = /(?:href\s*=\s*["']?|url\(\s*["']?|@import\s*["']?)(?:https?:)?\/\/[^"')\s]*/i.exec(text) ?? []
  if (outside !== undefined)
    throw new LogoError(`refers to another file (${outside}), which no browser loads from a picture`)
}

/** The mark of a page as a PNG that fits a square. */
export function logoPng(drawing: Uint8Array, sizePx: number): Promise<Buffer> {
  return scaled(drawing, 'image/svg+xml', sizePx)
}

/** As a PNG that fits a square. */
async function scaled(bytes: Uint8Array, type: 'image/svg+xml' | 'image/png', sizePx: number): Promise<Buffer> {
  try {
    const { width, height } = await sharp(bytes).metadata()
    if (type === 'image/png') checkSize(width, height)
    const density = Math.min(2400, Math.max(1, Math.ceil((72 * sizePx) / Math.max(width, height, 1))))
    const background = { r: 0, g: 0, b: 0, alpha: 0 }
    return await sharp(bytes, type === 'image/png' ? {} : { density })
      .resize({ width: sizePx, height: sizePx, fit: 'contain', background })
      .png({ compressionLevel: 9 })
      .toBuffer()
  } catch (error) {
    if (error instanceof LogoError) throw error
    throw new LogoError(`can't be drawn: ${error instanceof Error ? error.message.split('\n')[0] : String(error)}`)
  }
}

function checkSize(width: number, height: number): void {
  const size = `is ${width} by ${height} pixels`
  if (Math.max(width, height) > maxPixels) throw new LogoError(`${size}; the longer side may have ${maxPixels}`)
  if (Math.min(width, height) < minPixels) throw new LogoError(`${size}; the shorter side needs ${minPixels}`)
}

/** A PNG within an SVG, so that a mark has one address whatever it was made from. */
function asDrawing(png: Buffer): Uint8Array {
  const href = `data:image/png;base64,${png.toString('base64')}`
  return Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${markPx} ${markPx}"><image width="${markPx}" height="${markPx}" href="${href}"/></svg>`,
  )
}

async function drawIcon({ sizePx, cornerShare }: Icon, mark: Buffer): Promise<Uint8Array> {
  const sheet = await sharp(
    Buffer.from(
      `<svg xmlns="http://www.w3.org/2000/svg" width="${sizePx}" height="${sizePx}"><rect width="${sizePx}" height="${sizePx}" rx="${sizePx * cornerShare}" fill="${paper}"/></svg>`,
    ),
  )
    .png()
    .toBuffer()
  return sharp(sheet)
    .composite([{ input: mark, gravity: 'centre' }])
    .png({ compressionLevel: 9 })
    .toBuffer()
}
