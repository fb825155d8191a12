import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createSvgRasteriser, type SvgRasteriser } from '../../src/images/picture/createSvgRasteriser.ts'
import { svgs } from './pictureFixtures.ts'

let rasteriser: SvgRasteriser
beforeAll(() => {
  rasteriser = createSvgRasteriser(1)
})
afterAll(() => rasteriser.close())

const draw = (svg: string, size = 256) => rasteriser.rasterise(new TextEncoder().encode(svg), size)

describe('given drawings', () => {
  it('draws many that come at once, each at its size', async () => {
    const sizes = [64, 256, 512, 1_024, 100]
    const pictures = await Promise.all(sizes.map((size) => draw(svgs.plain, size)))
    const widths = await Promise.all(pictures.map(async (png) => (await sharp(png).metadata()).width))
    expect(widths).toEqual(sizes)
  })

  it.each([
    ['entities', svgs.entities],
    ['a billion rectangles', svgs.slow],
    ['layers upon layers', svgs.layers],
    ['a size of 100,000', svgs.huge],
    ['nonsense', '<svg'],
  ])('with %s: gives up, or draws it within its bounds, and goes on with the next', async (_, svg) => {
    const start = performance.now()
    await draw(svg, 1_024).catch((error: unknown) => expect(error).toMatchObject({ problem: 'notRendered' }))
    expect(performance.now() - start).toBeLessThan(15_000)
    expect((await sharp(await draw(svgs.plain)).metadata()).width).toBe(256)
  })

  it('refuses one that is too long', async () => {
    await expect(draw(svgs.plain + ' '.repeat(5_000_000))).rejects.toMatchObject({ problem: 'tooLarge' })
  })
})
