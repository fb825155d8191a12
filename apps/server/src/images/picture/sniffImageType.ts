export type ImageType = 'image/png' | 'image/jpeg' | 'image/gif' | 'image/webp' | 'image/avif' | 'image/svg+xml'

/** What a picture is, by its first bytes; what a server calls it counts for nothing. Undefined for anything else. */
export function sniffImageType(bytes: Uint8Array): ImageType | undefined {
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, 4096))
  const ascii = head.toString('latin1', 0, 16)
  if (ascii.startsWith('\x89PNG\r\n\x1a\n')) return 'image/png'
  if (ascii.startsWith('\xff\xd8\xff')) return 'image/jpeg'
  if (ascii.startsWith('GIF87a') || ascii.startsWith('GIF89a')) return 'image/gif'
  if (ascii.startsWith('RIFF') && ascii.slice(8, 12) === 'WEBP') return 'image/webp'
  if (ascii.slice(4, 8) === 'ftyp' && /^avi[fs]$/.test(ascii.slice(8, 12))) return 'image/avif'
  return isSvg(head.toString('utf8')) ? 'image/svg+xml' : undefined
}

/** After a declaration and comments, the first element must be `svg`: a page that holds a drawing is a page. */
function isSvg(head: string): boolean {
  let rest = head.replace(/^\uFEFF/, '').trimStart()
  for (let passed = 0; passed < 20; passed++) {
    const skipped = /^(<\?xml[^>]*\?>|<!--[\s\S]*?-->|<!DOCTYPE svg[^>[]*>)\s*/i.exec(rest)
    if (!skipped) return /^<svg[\s>]/i.test(rest)
    rest = rest.slice(skipped[0].length)
  }
  return false
}
