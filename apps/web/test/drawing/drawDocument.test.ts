import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { nftKey } from '@parley/domain'
import { imageUrl, infoPaths, landingPaths, offerToWire } from '@parley/protocol'
import { Window } from 'happy-dom'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { givenOffer, alice } from '../../../../packages/domain/test/givenOffer.ts'
import { buildDrawing } from '../../drawingFile.ts'

const root = join(import.meta.dirname, '../..')
const dokyo = '0x54C800d2331E10467143911aabCa092d68bF4166'
const origin = 'https://parley.example'

const parser = new Window()
let folder = ''
let file = ''
let draw: (html: string, href: string) => string | null
let page = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'parley-drawing-'))
  file = join(folder, 'drawing.mjs')
  await writeFile(file, await buildDrawing('/src/main.tsx'))
  const { drawDocument } = await import(pathToFileURL(file).href)
  draw = drawDocument
  page = await readFile(join(root, 'index.html'), 'utf8')
})
afterAll(async () => {
  await parser.happyDOM.close()
  await rm(folder, { recursive: true, force: true })
})

const offer = givenOffer({
  offered: [{ contract: dokyo, tokenId: 7n }],
  requested: [{ contract: dokyo, tokenId: 8n }],
})

interface Carried {
  readonly name?: string
  readonly escrow?: string
  readonly changes?: Readonly<Record<string, unknown>>
}

/** The document of the offer, as the server writes it. */
function documentOf({ name = '', escrow = offer.escrow, changes = {} }: Carried = {}): string {
  const deployment = {
    network: 'local',
    escrows: [{ address: escrow }],
    collections: [{ key: 'dokyo', name: 'Dokyo', address: dokyo, discovery: { kind: 'enumerable' } }],
    explorerUrl: null,
  }
  const data = {
    page: 'offer',
    of: `/p2p/${offer.id}`,
    data: {
      offer: { ...offerToWire(offer), ...changes },
      names: { [nftKey({ contract: dokyo, tokenId: 7n })]: name },
      pictures: { [nftKey({ contract: dokyo, tokenId: 7n })]: 'i000000007' },
      nowS: offer.expiresAtS - 90_000,
    },
  }
  return withBlock(withBlock(page, 'deployment', deployment), 'document-data', data)
}

function withBlock(html: string, id: string, value: unknown): string {
  const text = JSON.stringify(value).replaceAll('<', String.raw`\u003c`)
  return html.replace(new RegExp(`(id="${id}">)[^<]*`), (_, start: string) => start + text)
}

const href = `${origin}/p2p/${offer.id}`

/** The document that a browser makes of it. */
function opened(html: string | null) {
  return new parser.DOMParser().parseFromString(html ?? '', 'text/html')
}

describe('given the document of a page that is the same for everyone', () => {
  it.each(Object.entries(infoPaths))('is the article %s, which is never too old', (topic, path) => {
    const drawn = opened(draw(page, origin + path))
    expect(drawn.querySelector('#root[data-drawn] main h1')?.textContent).not.toBe('')
    expect(drawn.querySelectorAll('main section').length).toBeGreaterThan(0)
    expect(drawn.querySelector('.info-side [aria-current="page"]')?.getAttribute('href')).toBe(path)
    expect(drawn.documentElement.hasAttribute('data-lasting')).toBe(true)
    expect(drawn.documentElement.hasAttribute('data-now-s')).toBe(false)
    expect(drawn.querySelectorAll('.article-figure').length > 0).toBe(topic === 'how-it-works')
  })

  it.each(landingPaths)('is the landing page at %s, which offers to connect', (path) => {
    const drawn = opened(draw(page, origin + path))
    expect(drawn.querySelector('#root[data-drawn] main h1')?.textContent).not.toBe('')
    expect(drawn.querySelector('#root')?.getAttribute('data-drawn')).toBe(origin + path)
    expect([...drawn.querySelectorAll('main button')].map(({ textContent }) => textContent)).toEqual(['CONNECT WALLET'])
  })

  it('is the landing page with examples of the collections', () => {
    const collections = Array.from({ length: 16 }, (_, index) => {
      const address = `0x${String(index).padStart(40, '0')}`
      return { key: `c${index}`, name: `C${index}`, address, pictureTokenId: '1', discovery: { kind: 'enumerable' } }
    })
    const deployment = { network: 'local', escrows: [], collections, explorerUrl: null }
    const drawn = opened(draw(withBlock(page, 'deployment', deployment), origin + landingPaths[0]))
    const examples = [...drawn.querySelectorAll('.welcome-print')].map(({ textContent }) => textContent)
    expect(examples).toEqual(['C0', 'C10', 'C5', 'C15'])
    expect(drawn.querySelectorAll('.welcome-print > img[src^="/api/nft/"]')).toHaveLength(4)
  })

  it('is drawn for no other path', () => {
    expect(draw(page, `${origin}/ASOverse`)).toBeNull()
    expect(draw(page, `${origin}/shell`)).toBeNull()
  })

  it('is left alone where another build would take it over', () => {
    expect(() => draw(page.replace('/src/main.tsx', '/src/other.tsx'), `${origin}/help`)).toThrow('another build')
  })
})

describe('given the document of an offer', () => {
  it('is drawn with both sides, and says that the chain was not asked', () => {
    const html = draw(documentOf({ name: 'Blue Mask' }), href)
    const main = opened(html).querySelector('#root main')
    expect(main?.querySelector('h1')?.textContent).toBe('An offer')
    expect(main?.textContent).toContain('Not checked on chain yet')
    expect([...(main?.querySelectorAll('.print-id > span') ?? [])].map(({ textContent }) => textContent)).toEqual([
      '#8',
      '#7',
    ])
    expect([...(main?.querySelectorAll('.print img') ?? [])].map((image) => image.getAttribute('src'))).toEqual([
      imageUrl({ contract: dokyo, tokenId: 8n }, '512'),
      imageUrl({ contract: dokyo, tokenId: 7n }, '512', 'i000000007'),
    ])
    expect(main?.textContent).toContain('Blue Mask')
    expect(main?.textContent).toContain(alice)
    expect(main?.textContent).toContain('1d01h00min')
    expect(html).toContain(`data-drawn="${href}"`)
    // A strict content security policy allows none in a document.
    expect(html).not.toMatch(/<[^>]* (style|on\w+)=/)
  })

  it('says dates in UTC and shows no theme, since it knows no visitor', () => {
    const drawn = opened(draw(documentOf(), href))
    expect(drawn.querySelector('.countdown')?.textContent).toContain('2 Oct, 07:06 UTC')
    expect(drawn.querySelector('.theme-toggle')?.hasAttribute('disabled')).toBe(true)
  })

  it.each(['UTC', 'Asia/Kolkata', 'America/Los_Angeles'])('is the same on a server whose time zone is %s', (zone) => {
    vi.stubEnv('TZ', zone)
    try {
      expect(new Date(0).getTimezoneOffset() === 0).toBe(zone === 'UTC')
      expect(opened(draw(documentOf(), href)).querySelector('.countdown')?.textContent).toContain('2 Oct, 07:06 UTC')
    } finally {
      vi.unstubAllEnvs()
    }
  })

  it.each([
    '</script><img src=x onerror=alert(1)>',
    '"><svg onload=alert(1)>',
    "'-alert(1)-'",
    '&lt;b&gt; $& $1 <!--',
    '{{constructor}}',
  ])('shows the name %s as text', (name) => {
    const drawn = opened(draw(documentOf({ name }), href))
    const [, print] = drawn.querySelectorAll('.print')
    expect(print?.querySelector('.print-words > b')?.textContent).toBe(name)
    expect(drawn.querySelectorAll('script')).toHaveLength(opened(page).querySelectorAll('script').length)
    for (const element of drawn.querySelectorAll('*'))
      expect(element.getAttributeNames().filter((attribute) => attribute.startsWith('on'))).toEqual([])
  })

  it.each(['abc\u202Edcba', 'a\u200Bb', 'x'.repeat(81)])('leaves out a name that misleads: %j', (name) => {
    expect(draw(documentOf({ name }), href)?.replace(/<script[\s\S]*?<\/script>/g, '')).not.toContain(name)
  })

  it('is left undrawn where the page would not show it', () => {
    expect(draw(documentOf({ escrow: alice }), href)).toBeNull()
    expect(draw(documentOf({ changes: { creator: 'javascript:alert(1)' } }), href)).toBeNull()
    expect(draw(documentOf(), `${origin}/p2p/0x${'33'.repeat(32)}`)).toBeNull()
    expect(draw(page, href)).toBeNull()
  })

  it('is not drawn by another build than the one that takes it over', () => {
    const other = documentOf().replace('/src/main.tsx', '/assets/index-ofTheNextBuild.js')
    expect(() => draw(other, href)).toThrow('another build')
  })

  it('leaves nothing of one document in the next', () => {
    const one = draw(documentOf({ name: 'First mask' }), href)
    const other = draw(documentOf({ name: 'Second mask' }), href)
    expect([one?.includes('Second mask'), other?.includes('First mask')]).toEqual([false, false])
    expect(draw(documentOf({ name: 'First mask' }), href)).toBe(one)
  })

  it('lets the process that drew it end', async () => {
    const code = `const { drawDocument } = await import(${JSON.stringify(pathToFileURL(file).href)})
      console.log(drawDocument(${JSON.stringify(documentOf())}, ${JSON.stringify(href)}).length > 0)`
    const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', code])
    expect(stdout).toBe('true\n')
  })
})
