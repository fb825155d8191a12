import { gzipSync } from 'node:zlib'
import type { Nft } from '@parley/domain'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Images } from '../../src/images/imageRoutes.ts'
import { openImageWorld, type ImageWorld } from './imageWorld.ts'
import { photo, svgs } from './pictureFixtures.ts'

let world: ImageWorld
/** Gives up on drawings early. It never draws an honest one. */
let hasty: Images
beforeAll(async () => {
  world = await openImageWorld()
  hasty = await world.open({ limits: { drawingCpuMs: 100 } })
})
afterAll(() => world.stop())

/** Drawings that only a kill ends. */
const endless = { slow: svgs.slow, filter: svgs.filter, memory: svgs.memory }
/** Those that claim to be. */
const claiming = { huge: svgs.huge, entities: svgs.entities }
/** `pnpm test:full` kills in each way behind every disguise, `npm test` in one of them. */
const isLong = process.env['PICTURE_KILLERS'] === 'all'

function killersBehind(index: number): readonly (readonly [name: string, svg: string])[] {
  const ways = Object.entries(endless)
  const chosen = isLong || index === 0 ? ways : [ways[index % ways.length] ?? ways[0]]
  return [...chosen, ...Object.entries(claiming)].filter((killer) => killer !== undefined)
}

const latin1 = (text: string): Buffer => Buffer.from(text, 'latin1')
const before = (prefix: string | Buffer) => (svg: string) => Buffer.concat([Buffer.from(prefix), Buffer.from(svg)])
const ftyp = (brand: string) => Buffer.concat([latin1('\0\0\0\x1cftyp'), latin1(`${brand}\0\0\0\0${brand}mif1`)])

/** Prefixes that make a drawing look like another format to some parser. */
const disguises: Readonly<Record<string, (svg: string) => Uint8Array>> = {
  'no disguise': (svg) => Buffer.from(svg),
  'a PNG signature': before(latin1('\x89PNG\r\n\x1a\n')),
  'a JPEG marker': before(latin1('\xff\xd8\xff\xe0')),
  'a GIF header': before('GIF89a'),
  'a WebP header': before(latin1('RIFF\xff\xff\0\0WEBP')),
  'an AVIF header': before(ftyp('avif')),
  'an AVIF sequence header': before(ftyp('avis')),
  'a HEIC header': before(ftyp('heic')),
  'a comment that reads ftypavif': before('<!--ftypavif-->'),
  'a comment that reads ftypheic': before('<!--ftypheic-->'),
  'a comment that reads WEBP': before('<!--    WEBP-->'),
  'a byte order mark': before('\uFEFF'),
  'an XML declaration': (svg) => Buffer.from(`<?xml version="1.0"?>${svg.replace(/^<\?xml.*?\?>/, '')}`),
  'an encoding that hides entities': (svg) =>
    Buffer.from(
      `<?xml version="1.0" encoding="UTF-7"?>${svg.replace(/^<\?xml.*?\?>/, '').replaceAll('<!ENTITY', '+ADw-!ENTITY')}`,
    ),
  gzip: (svg) => gzipSync(svg),
  'UTF-16': (svg) => Buffer.concat([latin1('\xff\xfe'), Buffer.from(svg, 'utf16le')]),
}

const reasons = /^PictureError: (notAnImage|notRendered|tooLarge|killedWorker)/

/** The outcome of requesting a tile. */
function outcomeOf(images: Images, nft: Nft): Promise<string> {
  return images.pictures.get(nft, 256).then(
    () => 'drawn',
    (error: unknown) => String(error),
  )
}

/** Tokens of one collection with distinct drawings, each blocking a worker forever. */
async function endlessTokens(name: string, count: number): Promise<readonly Nft[]> {
  const tokens: Nft[] = []
  for (let index = 0; index < count; index += 1)
    tokens.push(await world.tokenShowing(`${name}-${index}`, `<!--ftypavif ${name} ${index}-->${svgs.filter}`))
  return tokens
}

const dressed = Object.entries(disguises).map(([name, dress], index) => [name, dress, killersBehind(index)] as const)

describe.each(dressed)('given picture killers behind %s', (disguise, dress, killers) => {
  it('refuses each with a reason, and scales an honest picture', async () => {
    const fileName = (name: string): string => `${name} behind ${disguise}`.replaceAll(' ', '-')
    const tokens: Nft[] = []
    for (const [name, svg] of killers) tokens.push(await world.tokenShowing(fileName(name), dress(svg)))
    const honest = await world.tokenShowing(fileName('honest'), await photo(400, 400), world.otherCollection)
    const outcomes = await Promise.all([...tokens, honest].map((nft) => outcomeOf(hasty, nft)))
    expect(outcomes.pop()).toBe('drawn')
    expect(outcomes.filter((outcome) => !reasons.test(outcome))).toEqual([])
  })
})

describe('given a collection whose drawings never end', () => {
  it('scales the pictures of another, whatever is waiting', async () => {
    const images = await world.open({ limits: { drawingCpuMs: 600_000, wallMs: 3_600_000 } })
    let refused = 0
    const waiting = (await endlessTokens('endless', 8)).map((nft) =>
      outcomeOf(images, nft).finally(() => (refused += 1)),
    )
    const honest = await world.tokenShowing('beside-endless', await photo(400, 400), world.otherCollection)
    expect(await outcomeOf(images, honest)).toBe('drawn')
    expect(refused).toBe(0)
    images.close()
    expect((await Promise.all(waiting)).filter((outcome) => !outcome.includes('busy'))).toEqual([])
  })

  it('draws the drawings of another before it is through with them', async () => {
    const images = await world.open({ limits: { drawingCpuMs: 1_000 } })
    let refused = 0
    const waiting = (await endlessTokens('long', 8)).map((nft) => outcomeOf(images, nft).finally(() => (refused += 1)))
    const honest = await world.tokenShowing('beside-long', svgs.plain, world.otherCollection)
    expect(await outcomeOf(images, honest)).toBe('drawn')
    expect(refused).toBeLessThan(waiting.length)
    images.close()
    await Promise.all(waiting)
  })
})

describe('given an original that killed a worker', () => {
  it('is not tried again by the next server, nor by retry, nor in another size or under another token', async () => {
    const picture = `<!-- poison -->${svgs.filter}`
    const poison = await world.tokenShowing('poison', picture)
    expect(await outcomeOf(hasty, poison)).toContain('killedWorker: took more than')

    const next = await world.open({ limits: { drawingCpuMs: 600_000, wallMs: 3_600_000 } })
    const again = [poison, await world.tokenShowing('poison-again', picture, world.otherCollection)]
    for (const nft of again)
      for (const size of [256, 512] as const)
        await expect(next.pictures.get(nft, size, { again: true })).rejects.toMatchObject({
          problem: 'killedWorker',
          detail: expect.not.stringContaining('took more than'),
        })
    next.close()
  })
})
