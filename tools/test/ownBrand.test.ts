import { globSync, readFileSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { brandHash, layOut, readOwnBrand } from '../page/ownBrand.ts'
import { run } from '../process/run.ts'
import { root } from '../root.ts'

const web = join(root, 'apps/web')
const mark = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><circle cx="4.5" cy="4.5" r="4"/></svg>'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'parley-brand-'))
  await writeFile(join(folder, 'mark.svg'), mark)
})
afterAll(() => rm(folder, { recursive: true, force: true }))

describe('given a name and a mark of an operator', () => {
  it('has none where the settings say nothing else than usual', async () => {
    expect(await readOwnBrand({})).toBeNull()
    expect(await readOwnBrand({ PRODUCT_NAME: 'Parley' })).toBeNull()
  })

  it.each([
    ['a file that is not there', 'nowhere.svg', /^PRODUCT_LOGO \(.*nowhere\.svg\) could not be read: ENOENT/],
    ['a file of another kind', 'package.json', /^PRODUCT_LOGO \(.*package\.json\) is neither an SVG nor a PNG\.$/],
  ])('refuses %s in one sentence', async (_, PRODUCT_LOGO, words) => {
    await expect(readOwnBrand({ PRODUCT_LOGO })).rejects.toMatchObject({
      name: 'ConfigError',
      message: expect.stringMatching(words),
    })
  })

  it('knows one from the other, since a page is built again only for another', async () => {
    const hashes = new Set<string>()
    for (const env of [
      { PRODUCT_NAME: 'Barter House' },
      { PRODUCT_NAME: 'Barter Home' },
      { PRODUCT_LOGO: join(folder, 'mark.svg') },
    ]) {
      const [one, same] = [await readOwnBrand(env), await readOwnBrand(env)]
      if (!one || !same) throw new Error('there is no brand')
      expect(brandHash(one)).toBe(brandHash(same))
      hashes.add(brandHash(one))
    }
    expect(hashes.size).toBe(3)
  })
})

describe('given a page that was built with both', () => {
  const read = (file: string): string => readFileSync(join(folder, 'page', file), 'utf8')
  beforeAll(async () => {
    const brand = await readOwnBrand({ PRODUCT_NAME: 'Barter House', PRODUCT_LOGO: join(folder, 'mark.svg') })
    if (!brand) throw new Error('there is no brand')
    const args = ['build', '--mode', 'production', '--outDir', join(folder, 'page'), '--emptyOutDir']
    const env = { NODE_ENV: undefined, ...(await layOut(brand, join(folder, 'public'))) }
    const { ok, output } = await run(join(web, 'node_modules/.bin/vite'), args, { cwd: web, timeoutMs: 600_000, env })
    if (!ok) throw new Error(output)
  })

  it('says the product’s usual name nowhere', () => {
    const files = globSync('**/*.{html,js,mjs,json,webmanifest,css,svg}', { cwd: join(folder, 'page') })
    expect(files.length).toBeGreaterThan(30)
    expect(files.filter((file) => read(file).includes('Parley'))).toEqual([])
  })

  it('has the name in its document, in what systems keep it by, and in all that draws or notifies', () => {
    expect(read('index.html')).toContain('<title>Barter House: swap NFTs with a friend</title>')
    expect(read('index.html')).toContain('<meta name="apple-mobile-web-app-title" content="Barter House" />')
    expect(JSON.parse(read('manifest.webmanifest'))).toMatchObject({ name: 'Barter House', short_name: 'Barter House' })
    expect(JSON.parse(read('brand.json'))).toEqual({ name: 'Barter House', ownLogo: true })
    for (const file of ['sw.js', 'drawing.mjs']) expect(read(file).includes('Barter House'), file).toBe(true)
  })

  it('has the mark in the header, where splash and icons are, and in the card that links show', () => {
    expect(read('parley.svg')).toBe(mark)
    expect(/className:[`"']brand[`"'].{0,60}img.{0,20}\/parley\.svg/.test(read('drawing.mjs'))).toBe(true)
    for (const file of ['social.png', 'icons/icon-192.png', 'icons/maskable-512.png', 'icons/apple-touch-180.png'])
      expect(readFileSync(join(folder, 'page', file))).not.toEqual(readFileSync(join(web, 'public', file)))
  })

  it('keeps what people have stored, and the addresses of its pages', () => {
    const scripts = globSync('assets/*.js', { cwd: join(folder, 'page') })
      .map(read)
      .join('')
    // Keys begin with it.
    expect([...scripts.matchAll(/slug:[`"']([^`"']*)/g)].map(([, slug]) => slug)).toEqual(['parley'])
    expect(read('parts.json')).toContain('"/what-is-parley"')
  })
})
