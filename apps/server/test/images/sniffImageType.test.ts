import { describe, expect, it } from 'vitest'
import { sniffImageType } from '../../src/images/imageLimits.ts'
import { photo, svgs } from './pictureFixtures.ts'

/** A `ftyp` box that says it is this long. */
function ftyp(boxBytes: number, brands: readonly string[], firstByte = 0): Buffer {
  const head = Buffer.alloc(8)
  head.writeUInt32BE(boxBytes)
  head[0] = firstByte
  head.write('ftyp', 4)
  const [major = '', ...compatible] = brands
  return Buffer.concat([head, Buffer.from(`${major}\0\0\0\0${compatible.join('')}`, 'latin1'), Buffer.alloc(64)])
}

describe('given the first bytes of a picture', () => {
  it.each(['png', 'jpeg', 'webp', 'gif', 'avif'] as const)('knows a real %s', async (format) => {
    expect(sniffImageType(await photo(16, 16, format))).toBe(`image/${format}`)
  })

  it('knows AVIF by its major brand or a compatible one', () => {
    expect(sniffImageType(ftyp(24, ['avif', 'mif1', 'miaf']))).toBe('image/avif')
    expect(sniffImageType(ftyp(28, ['mif1', 'mif1', 'avif', 'miaf']))).toBe('image/avif')
    expect(sniffImageType(ftyp(16, ['avis']))).toBe('image/avif')
  })

  it.each([
    ['is longer than any', ftyp(68, ['avif', 'mif1'])],
    ['is shorter than its brand', ftyp(12, ['avif'])],
    ['is no multiple of four', ftyp(18, ['avif'])],
    ['has a first byte above zero', ftyp(24, ['avif', 'mif1'], 60)],
    ['has no brand of AVIF', ftyp(24, ['heic', 'mif1'])],
    ['has its brand in place of the version', Buffer.concat([ftyp(16, ['heic']).subarray(0, 12), Buffer.from('avif')])],
    ['breaks off', ftyp(16, ['avif']).subarray(0, 12)],
  ])('takes nothing for AVIF whose ftyp box %s', (_, bytes) => {
    expect(sniffImageType(bytes)).toBeUndefined()
  })

  it('takes a drawing for one, whatever its comments say', () => {
    expect(sniffImageType(Buffer.from(`<!--ftypavif-->${svgs.plain}`))).toBe('image/svg+xml')
    expect(sniffImageType(Buffer.from(`\uFEFF<?xml version="1.0"?>${svgs.plain}`))).toBe('image/svg+xml')
    expect(sniffImageType(Buffer.from(svgs.plain, 'utf16le'))).toBeUndefined()
  })
})
