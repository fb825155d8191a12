import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { describe, expect, it } from 'vitest'
import { portalRoutes } from '../../src/portals/portalRoutes.ts'

const web = join(import.meta.dirname, '../..')
const places = 'src/portals/places/'

/** Every source file of the page, by path. */
const sources: ReadonlyMap<string, string> = new Map(
  ['src', 'public']
    .flatMap((folder) => readdirSync(join(web, folder), { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .concat(join(web, 'index.html'))
    .map((file) => [relative(web, file), readFileSync(file, 'latin1')]),
)

/** The files that hold a whole word, whatever its letters' case, outside of a portal's own folder. */
function filesWith(word: string, own: string): readonly string[] {
  const whole = new RegExp(`(?<![\\p{L}\\p{N}_])${word}(?![\\p{L}\\p{N}_])`, 'iu')
  return [...sources].flatMap(([file, text]) =>
    !file.startsWith(`${places}${own}/`) && (whole.test(text) || whole.test(file)) ? [file] : [],
  )
}

describe('given all that the page is built from', () => {
  it('looks at it', () => {
    expect(sources.size).toBeGreaterThan(300)
    expect(filesWith('parley', 'nobody').length).toBeGreaterThan(0)
    expect(sources.get(`${places}ASOverse/messages.ts`)).toContain('APPROVE ASO NFTS')
  })

  it('says ASO in the files of its portal and nowhere else', () => {
    expect(filesWith('ASO', 'ASOverse')).toEqual([])
  })

  it.each(portalRoutes.map(({ key }) => key))('names the portal %s in its own folder and nowhere else', (key) => {
    expect(filesWith(key, key)).toEqual([])
  })
})
