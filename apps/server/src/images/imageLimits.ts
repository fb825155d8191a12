/** The largest original that is fetched. */
export const maxImageBytes = 20 * 1024 * 1024
export const maxSvgBytes = 4 * 1024 * 1024
/** Width times height of what is decoded. 50 megapixels take 200 MB as bytes; AVIF's decoder takes 20 bytes a pixel. */
export const maxPixels: Readonly<Record<ImageType, number>> = {
  'image/png': 50_000_000,
  'image/jpeg': 50_000_000,
  'image/gif': 50_000_000,
  'image/webp': 50_000_000,
  'image/avif': 24_000_000,
  'image/svg+xml': 50_000_000,
}
/** The smallest tile is meant to stay below this. */
export const smallTileBytes = 10_000

/** What one job may take. The worker is killed when it takes more. */
export interface WorkLimits {
  /** Time on a processor, which a busy machine does not use up for a job that waits. */
  readonly rasterCpuMs: number
  readonly drawingCpuMs: number
  readonly cardCpuMs: number
  /** A job that did not end until then, without having used its processor time, is blamed on the machine. */
  readonly wallMs: number
  /** Beyond what the worker held before: 80 MB when new. */
  readonly memoryBytes: number
  /** Freed memory does not all go back to the system. A worker that holds more than this after a job is replaced. */
  readonly keptBytes: number
  /** The longest answer. The pixels of the largest picture that a worker makes take half of it. */
  readonly answerBytes: number
}

export const workLimits: WorkLimits = {
  rasterCpuMs: 10_000,
  drawingCpuMs: 5_000,
  cardCpuMs: 15_000,
  wallMs: 120_000,
  memoryBytes: 512 * 1024 * 1024,
  keptBytes: 256 * 1024 * 1024,
  answerBytes: 8 * 1024 * 1024,
}

export type ImageType = 'image/png' | 'image/jpeg' | 'image/gif' | 'image/webp' | 'image/avif' | 'image/svg+xml'

/** The type of a picture by its first bytes, undefined for anything else. What a server calls it counts for nothing. */
export function sniffImageType(bytes: Uint8Array): ImageType | undefined {
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, 4096))
  const ascii = head.toString('latin1', 0, 16)
  if (ascii.startsWith('\x89PNG\r\n\x1a\n')) return 'image/png'
  if (ascii.startsWith('\xff\xd8\xff')) return 'image/jpeg'
  if (ascii.startsWith('GIF87a') || ascii.startsWith('GIF89a')) return 'image/gif'
  if (ascii.startsWith('RIFF') && ascii.slice(8, 12) === 'WEBP') return 'image/webp'
  if (isAvif(head)) return 'image/avif'
  return isSvg(head.toString('utf8')) ? 'image/svg+xml' : undefined
}

/** A `ftyp` box has a major brand, a version and compatible brands, four bytes each, and its length. */
const ftypBytes = { least: 16, most: 64 } as const

function isAvif(head: Buffer): boolean {
  if (head.length < ftypBytes.least || head.toString('latin1', 4, 8) !== 'ftyp') return false
  const boxBytes = head.readUInt32BE(0)
  if (boxBytes < ftypBytes.least || boxBytes > ftypBytes.most || boxBytes % 4 !== 0) return false
  const brands = head.toString('latin1', 8, boxBytes).match(/.{4}/gs) ?? []
  return brands.some((brand, index) => index !== 1 && /^avi[fs]$/.test(brand))
}

/** The first element must be `svg`, after a declaration and comments. A page that contains a drawing isn't one. */
function isSvg(head: string): boolean {
  let rest = head.replace(/^\uFEFF/, '').trimStart()
  for (let passed = 0; passed < 20; passed++) {
    const skipped = /^(<\?xml[^>]*\?>|<!--[\s\S]*?-->|<!DOCTYPE svg[^>[]*>)\s*/i.exec(rest)
    if (!skipped) return /^<svg[\s>]/i.test(rest)
    rest = rest.slice(skipped[0].length)
  }
  return false
}
