import { noCoins, type Collection, type Nft } from '@parley/domain'
import { pino } from 'pino'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createPictureWorkers } from '../../src/images/workers/pictureWorkers.ts'
import { usualBrand } from '../../src/config/brand.ts'
import type { Brand } from '../../src/previews/Brand.ts'
import { offerCardOf } from '../../src/previews/offerCard.ts'
import { offerNumber } from '../given/offerNumber.ts'

const contract = '0x54C800d2331E10467143911aabCa092d68bF4166'
const workers = createPictureWorkers({
  log: pino({ enabled: false }),
  workers: 1,
  limits: { cardCpuMs: 600_000, wallMs: 3_600_000 },
})
afterAll(() => workers.close())

interface Deal {
  readonly offered?: number
  readonly requested?: number
  readonly offeredWei?: bigint
  readonly firstId?: bigint
  readonly name?: string
  readonly brand?: Brand
  /** Whether the NFTs have pictures: red squares. */
  readonly hasPictures?: boolean
}

function cardOf({
  offered = 1,
  requested = 1,
  offeredWei = 0n,
  firstId = 1n,
  name = 'Cards',
  brand = usualBrand,
}: Deal) {
  const collections: readonly Collection[] = [
    { key: 'cards', name, address: contract, discovery: { kind: 'enumerable' } },
  ]
  const nfts = (count: number): readonly Nft[] =>
    Array.from({ length: count }, (_, index) => ({ contract, tokenId: firstId + BigInt(index) }))
  const offer = offerNumber(1, {
    offered: nfts(offered),
    requested: nfts(requested),
    coins: { ...noCoins, offeredWei },
  })
  return { ...offerCardOf(offer, collections, 1), markPath: 'M0 0', brand }
}

/** The colour of a pixel, as 0xRRGGBB. */
type Pixels = (x: number, y: number) => number

async function draw(deal: Deal): Promise<Pixels> {
  const card = cardOf(deal)
  const red = await sharp({ create: { width: 64, height: 64, channels: 3, background: '#f00' } })
    .webp()
    .toBuffer()
  const items = [...card.offered.items, ...card.requested.items]
  const png = await workers.card(
    card,
    items.map(() => (deal.hasPictures ? red : null)),
  )
  const { data, info } = await sharp(png).raw().toBuffer({ resolveWithObject: true })
  expect([info.width, info.height]).toEqual([1200, 630])
  return (x, y) => data.readUIntBE((y * info.width + x) * info.channels, 3)
}

/** Counts the pixels of an area that match a predicate. */
function pixelsIn(
  [left, top, right, bottom]: readonly [number, number, number, number],
  isCounted: (x: number, y: number) => boolean,
): number {
  let count = 0
  for (let y = top; y < bottom; y += 1) for (let x = left; x < right; x += 1) if (isCounted(x, y)) count += 1
  return count
}

describe('given sides of any size', () => {
  it.each([
    [1, 1, 300],
    [2, 2, 166],
    [3, 3, 156],
    [4, 4, 156],
    [5, 3, 156],
    [20, 3, 156],
  ])('%i NFTs show %i pictures', async (count, pictures, sidePx) => {
    const at = await draw({ offered: count, hasPictures: true })
    const isRed = (x: number, y: number): boolean => at(x, y) >> 16 > 200 && ((at(x, y) >> 8) & 255) < 60
    const shown = pixelsIn([48, 92, 456, 570], isRed) / sidePx ** 2
    expect(Math.abs(shown - pictures)).toBeLessThan(0.1)
  })

  it('writes coins below the prints, in one line', async () => {
    const isInk = (at: Pixels) => (x: number, y: number) => at(x, y) >> 16 < 120
    const [without, within] = [await draw({ offered: 4 }), await draw({ offered: 4, offeredWei: 123n })]
    const inkOf = (at: Pixels) => pixelsIn([52, 566, 452, 610], isInk(at))
    expect(inkOf(within) - inkOf(without)).toBeGreaterThan(500)
    expect(pixelsIn([20, 566, 50, 610], isInk(within))).toBe(pixelsIn([20, 566, 50, 610], isInk(without)))
  })

  it('keeps the longest count within the slip, in one line', async () => {
    const at = await draw({ offered: 20, requested: 20 })
    const isInk = (x: number, y: number): boolean => at(x, y) >> 16 < 120
    expect(pixelsIn([470, 240, 730, 320], isInk)).toBeGreaterThan(500)
    expect(pixelsIn([456, 190, 470, 370], isInk) + pixelsIn([730, 190, 744, 370], isInk)).toBe(0)
    expect(pixelsIn([456, 190, 744, 240], isInk) + pixelsIn([456, 320, 744, 370], isInk)).toBe(0)
  })
})

describe('given a name and a mark of an operator', () => {
  const mark = (fill: string) =>
    Buffer.from(
      `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><rect width="9" height="9" fill="${fill}"/></svg>`,
    )
  const places = { mark: [48, 27, 93, 72], name: [106, 20, 500, 80] } as const

  it('draws both in place of the product’s own, and nothing else', async () => {
    const usual = await draw({})
    const own = await draw({ brand: { name: 'Barter House', logo: mark('#0f0') } })
    expect(pixelsIn(places.mark, (x, y) => own(x, y) === 0x00ff00)).toBe(45 * 45)
    const differs = (x: number, y: number) => own(x, y) !== usual(x, y)
    expect(pixelsIn(places.name, differs)).toBeGreaterThan(500)
    expect(pixelsIn([0, 92, 1200, 630], differs)).toBe(0)
  })

  it('keeps the product’s mark under another name', async () => {
    const [usual, own] = [await draw({}), await draw({ brand: { name: 'Barter House', logo: null } })]
    expect(pixelsIn(places.mark, (x, y) => own(x, y) !== usual(x, y))).toBe(0)
    expect(pixelsIn(places.name, (x, y) => own(x, y) !== usual(x, y))).toBeGreaterThan(500)
  })
})

describe('given words that are too long, or in letters that the fonts lack', () => {
  const counts = [1, 2, 4]
  const plain = new Map<number, Pixels>()
  beforeAll(async () => {
    for (const count of counts) plain.set(count, await draw({ offered: count }))
  })

  it.each([
    ['a name of a hundred letters', { name: 'Frog '.repeat(20) }],
    ['an id of 78 digits', { firstId: 2n ** 255n }],
    ['a name in another script', { name: '蛙蛙蛙' }],
  ])('keeps %s within its print', async (_, odd) => {
    for (const count of counts) {
      const drawn = await draw({ offered: count, ...odd })
      const differs = (x: number, y: number): boolean => plain.get(count)?.(x, y) !== drawn(x, y)
      expect(pixelsIn([62, 150, 442, 570], differs)).toBeGreaterThan(0)
      expect(pixelsIn([0, 0, 62, 630], differs) + pixelsIn([442, 0, 748, 630], differs)).toBe(0)
    }
  })
})
