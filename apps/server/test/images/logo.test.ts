import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { drawLogo, LogoError, logoPng } from '../../src/worker/logo.ts'

const svg = (inside: string, head = '') =>
  Buffer.from(`${head}<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 20">${inside}</svg>`)
const red = '<rect width="40" height="20" fill="#f00"/>'
const png = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#f00' } })
    .png()
    .toBuffer()

/** The colour in the middle of a picture, and at the middle of its upper edge, as red, green, blue and opacity. */
async function coloursOf(bytes: Uint8Array | undefined) {
  const { data, info } = await sharp(bytes).ensureAlpha().raw().toBuffer({ resolveWithObject: true })
  const at = (x: number, y: number) => [...data.subarray(4 * (y * info.width + x), 4 * (y * info.width + x) + 4)]
  return { size: [info.width, info.height], middle: at(info.width / 2, info.height / 2), edge: at(info.width / 2, 2) }
}

describe('given a logo', () => {
  it.each([
    ['a drawing', svg(red)],
    ['a picture', png(640, 320)],
  ])('makes every icon of %s, in the middle of a light sheet', async (_, logo) => {
    const files = await drawLogo(await logo)
    for (const [name, sizePx] of [
      ['icon-192', 192],
      ['icon-512', 512],
      ['maskable-512', 512],
      ['apple-touch-180', 180],
    ] as const) {
      const colours = await coloursOf(files.get(`icons/${name}.png`))
      expect(colours).toEqual({ size: [sizePx, sizePx], middle: [255, 0, 0, 255], edge: [255, 253, 247, 255] })
    }
  })

  it('keeps a drawing as it is, and wraps a picture in one', async () => {
    expect((await drawLogo(svg(red))).get('parley.svg')).toEqual(svg(red))
    const wrapped = Buffer.from((await drawLogo(await png(640, 320))).get('parley.svg') ?? '')
    expect(wrapped.toString()).toMatch(/^<svg [^>]*><image [^>]*href="data:image\/png;base64,/)
    // What draws cards reads it too.
    expect((await coloursOf(await logoPng(wrapped, 64))).middle).toEqual([255, 0, 0, 255])
  })

  it.each([
    ['text', Buffer.from('hello'), 'is neither an SVG nor a PNG'],
    ['nothing', Buffer.alloc(0), 'is neither an SVG nor a PNG'],
    ['a small picture', png(300, 191), 'is 300 by 191 pixels; the shorter side needs 192'],
    ['a picture that breaks off', png(640, 320).then((bytes) => bytes.subarray(0, 200)), "can't be drawn"],
    ['a broken drawing', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><g>'), "can't be drawn"],
    ['a large drawing', svg(`<!-- ${'x'.repeat(50_000)} -->`), 'a drawing may have 50000'],
    ['a drawing with a script', svg('<script>alert(1)</script>'), 'has "<script" in it'],
    ['a drawing that listens', svg('<g onclick="alert(1)"/>'), 'has "onclick=" in it'],
    ['a drawing with entities', svg(red, '<!DOCTYPE svg [<!ENTITY a "b">]>'), 'is neither an SVG nor a PNG'],
    ['a drawing of other files', svg('<image href="https://a.example/b.png"/>'), 'refers to another file'],
  ])('refuses %s in words', async (_, logo, words) => {
    const refused = drawLogo(await logo)
    await expect(refused).rejects.toThrow(LogoError)
    await expect(refused).rejects.toThrow(words)
  })
})
