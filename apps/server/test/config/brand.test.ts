import { mkdir, rm, writeFile } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'
import { readBrand, readProductName, usualBrand } from '../../src/config/brand.ts'
import { ConfigError } from '../../src/config/serverConfig.ts'
import { givenFolder } from '../given/engines.ts'

const folder = givenFolder()

/** A built page, with what it says of its brand. */
async function page(brand?: string): Promise<string> {
  const dist = folder.path('page')
  await rm(dist, { recursive: true, force: true })
  await mkdir(dist)
  await writeFile(folder.path('page/index.html'), '<!doctype html>')
  if (brand !== undefined) await writeFile(folder.path('page/brand.json'), brand)
  return dist
}

describe('given a name for the product', () => {
  it.each(['Barter House', 'Обмен', 'A', 'Swap & Co', 'x'.repeat(24)])('takes %o', (PRODUCT_NAME) => {
    expect(readProductName({ PRODUCT_NAME: ` ${PRODUCT_NAME} ` })).toBe(PRODUCT_NAME)
  })

  it.each(['<b>House', 'Barter "House"', 'House\nof', '-House', 'House %s', 'x'.repeat(25), '🐸'])(
    'refuses %o in words',
    (PRODUCT_NAME) => {
      expect(() => readProductName({ PRODUCT_NAME })).toThrow(ConfigError)
      expect(() => readProductName({ PRODUCT_NAME })).toThrow('PRODUCT_NAME must be a name of up to 24 letters')
    },
  )

  it('has the usual one where nothing is said', () => {
    expect([readProductName({}), readProductName({ PRODUCT_NAME: '' })]).toEqual([null, null])
    expect(readBrand(null, {})).toEqual(usualBrand)
    expect(usualBrand).toEqual({ name: 'Parley', logo: null })
  })
})

describe('given a page', () => {
  it('gives its name and mark to the server, whether or not PRODUCT_NAME is set there', async () => {
    const dist = await page('{"name":"Barter House","ownLogo":true}')
    await writeFile(folder.path('page/parley.svg'), '<svg/>')
    for (const env of [{}, { PRODUCT_NAME: 'Barter House' }])
      expect(readBrand(dist, env)).toEqual({ name: 'Barter House', logo: Buffer.from('<svg/>') })
  })

  it('does not start under another name, and names both', async () => {
    const dist = await page('{"name":"Parley","ownLogo":false}')
    expect(() => readBrand(dist, { PRODUCT_NAME: 'Barter House' })).toThrow(
      `PRODUCT_NAME is "Barter House", but the page in WEB_DIST (${dist}) was built as "Parley". Build it again`,
    )
  })

  it('goes by the PRODUCT_NAME of the server where it says none itself', async () => {
    expect(readBrand(await page(), {})).toEqual(usualBrand)
    expect(readBrand(await page(), { PRODUCT_NAME: 'Barter House' }).name).toBe('Barter House')
    expect(readBrand(null, { PRODUCT_NAME: 'Barter House' }).name).toBe('Barter House')
  })

  it.each(['', '{}', '{"name":""}', 'null'])('does not start where what it says is %o', async (brand) => {
    const dist = await page(brand)
    expect(() => readBrand(dist, {})).toThrow(ConfigError)
  })

  it('does not start where its own mark is gone', async () => {
    const dist = await page('{"name":"Parley","ownLogo":true}')
    expect(() => readBrand(dist, {})).toThrow(`WEB_DIST (${dist}) is a page without its mark`)
  })
})
