import { assumedFeeWei } from '@parley/domain'
import type { Page } from '@playwright/test'
import { carry, hold, walletCode, expectStill, watchFirstView } from '../fixtures/firstView.ts'
import { expect, test } from '../fixtures/test.ts'
import { gotoDrawn, openHeld } from '../fixtures/takeover.ts'
import { watchPolicy } from '../fixtures/watchPolicy.ts'

/** Resolves when every picture of the offer has arrived. */
async function expectPictures(page: Page, count: number): Promise<void> {
  const pictures = page.locator('.print img')
  await expect(pictures).toHaveCount(count)
  await expect
    .poll(() => pictures.evaluateAll((images: HTMLImageElement[]) => images.every((image) => image.naturalWidth > 0)))
    .toBe(true)
}

/** As in `tokens.css`. */
const roomColours = { dark: 'rgb(21, 19, 14)', light: 'rgb(244, 242, 236)' } as const

test('an offer is on screen before any script, and nothing moves when those take over', async ({
  browser,
  cast,
  world,
}) => {
  const { alice, bob, offerId } = await cast.offerBetweenTwo()
  const page = await browser.newPage({ baseURL: world.url })
  await page.request.get('/api/swap-offers/sync')
  const violations = await watchPolicy(page)
  const complaints: string[] = []
  page.on('pageerror', ({ message }) => complaints.push(message))
  const seen = await watchFirstView(page)
  // Hydration keeps these very elements.
  const releaseAll = await openHeld(page, `/p2p/${offerId}`)

  await expect(page.getByRole('heading', { level: 1, name: 'An offer' })).toBeVisible()
  await expect(page.getByText('Not checked on chain yet')).toBeVisible()
  await expect(page.getByRole('timer')).toBeVisible()
  const slip = page.getByRole('region', { name: 'Offer', exact: true })
  for (const { address } of [alice, bob]) await expect(slip).toContainText(address)
  await expectPictures(page, alice.nfts.length + bob.nfts.length)
  await page.evaluate(() => document.fonts.ready.then(() => undefined))
  const drawn = await seen()
  const release = await hold(page, walletCode)
  releaseAll()
  await expect(page.locator('.deal-mark path')).toHaveAttribute('d', /^M/)
  await expect(page.locator('main h1')).toHaveAttribute('data-as', 'drawn')
  expect((await seen()).shift).toBe(drawn.shift)

  // A page that takes over must not be blank before it draws the same.
  await page.evaluate(() => {
    const look = (): void => {
      if (!document.querySelector('main h1')) document.documentElement.dataset['blank'] = 'yes'
    }
    new MutationObserver(look).observe(document.body, { childList: true, subtree: true })
  })
  release()
  await expect(page.getByText('Checked on chain', { exact: true })).toBeVisible()
  await expect(page.getByText('In escrow').first()).toBeVisible()
  await expect(page.locator('html')).not.toHaveAttribute('data-blank')
  expectStill(await seen())
  expect([complaints, await violations()]).toEqual([[], []])
  await page.close()
})

test('an offer can be read where scripts are off, with every NFT of both sides, and says that it is not checked', async ({
  browser,
  cast,
  world,
}) => {
  const { alice, bob, offerId } = await cast.offerBetweenTwo()
  const page = await browser.newPage({ baseURL: world.url, javaScriptEnabled: false, timezoneId: 'Asia/Tokyo' })
  await page.request.get('/api/swap-offers/sync')
  await gotoDrawn(page, `/p2p/${offerId}`)
  await expect(page.getByText('Not checked on chain yet')).toBeVisible()
  await expect(page.getByText(/^Until \d+ \w{3}, \d\d:\d\d UTC$/)).toBeVisible()
  for (const { tokenId } of [...alice.nfts, ...bob.nfts])
    await expect(page.locator('.print').filter({ hasText: `#${tokenId}` })).toHaveCount(1)
  // Nothing that only a script could answer.
  await expect(page.getByRole('button', { name: /theme/ })).toBeHidden()
  await page.close()
})

test('where scripts are off, an offer is as dark as the system', async ({ browser, cast, world }) => {
  const { offerId } = await cast.offerBetweenTwo()
  for (const colorScheme of ['dark', 'light'] as const) {
    const page = await browser.newPage({ baseURL: world.url, javaScriptEnabled: false, colorScheme })
    await page.request.get('/api/swap-offers/sync')
    await gotoDrawn(page, `/p2p/${offerId}`)
    await expect(page.locator('html')).toHaveCSS('color-scheme', colorScheme)
    await expect(page.locator('body')).toHaveCSS('background-color', roomColours[colorScheme])
    await page.close()
  }
})

test('a completed swap stays in its place on a phone, however late pictures and wallet code come', async ({
  browser,
  cast,
  world,
}) => {
  const [alice, bob] = [await cast.member('dokyo'), await cast.member('hoppers')]
  await cast.approve(alice, ...alice.nfts)
  await cast.approve(bob, ...bob.nfts)
  const offerId = await cast.offer(alice, alice.nfts, bob.nfts)
  await cast.callEscrow(bob, 'acceptSwapOffer', [offerId], assumedFeeWei)
  const page = await browser.newPage({ baseURL: world.url, viewport: { width: 390, height: 844 } })
  await page.request.get('/api/swap-offers/sync')
  const seen = await watchFirstView(page)
  const releaseCode = await hold(page, walletCode)
  const releasePictures = await hold(page, '**/image?*')
  await page.goto(`/p2p/${offerId}`, { waitUntil: 'commit' })
  await expect(page.getByText('Not checked on chain yet')).toBeVisible()
  await expect(page.getByText('Both sides crossed over in one transaction')).toBeVisible()
  releasePictures()
  await expectPictures(page, alice.nfts.length + bob.nfts.length)
  releaseCode()
  await expect(page.getByText('Checked on chain', { exact: true })).toBeVisible()
  await expect(page.getByText('Now the creator’s')).toBeVisible()
  expectStill(await seen())
  await page.close()
})

test('what a document says is never called checked, runs nothing, and is not needed', async ({
  browser,
  cast,
  world,
}) => {
  const [alice, bob, thief] = [await cast.member('dokyo'), await cast.member('hoppers'), await cast.member('steady')]
  await cast.approve(alice, ...alice.nfts)
  const offerId = await cast.offer(alice, alice.nfts, bob.nfts)
  const page = await browser.newPage({ baseURL: world.url })
  await page.request.get('/api/swap-offers/sync')
  const hostile = '</script><img src=x onerror="window.hostile=1">'
  const [nft] = alice.nfts
  const { offer }: { offer: Readonly<Record<string, unknown>> } = await (
    await page.request.get(`/api/swap-offers/${offerId}`)
  ).json()
  await carry(
    page,
    JSON.stringify({
      page: 'offer',
      of: `/p2p/${offerId}`,
      data: {
        offer: { ...offer, recipient: thief.address },
        names: { [`${nft?.contract.toLowerCase()}/${nft?.tokenId}`]: hostile },
        pictures: {},
        nowS: Number(offer['expiresAt']) - 60,
      },
    }),
  )
  // The API tells the same lie.
  await page.route(`**/api/swap-offers/${offerId}`, async (route) => {
    const response = await route.fetch()
    const told = await response.json()
    await route.fulfill({ response, json: { ...told, offer: { ...told.offer, recipient: thief.address } } })
  })
  const release = await hold(page, walletCode)
  await page.goto(`/p2p/${offerId}`)
  const slip = page.getByRole('region', { name: 'Offer', exact: true })
  await expect(slip).toContainText(thief.address)
  await expect(page.getByText('Not checked on chain yet')).toBeVisible()
  await expect(page.locator('.print-words > b').first()).toHaveText(hostile)
  release()
  await expect(page.getByRole('alert').filter({ hasText: 'The chain and our server disagree' })).toBeVisible()
  await expect(slip).toContainText(bob.address)
  await expect(page.getByText('Checked on chain', { exact: true })).toHaveCount(0)
  expect(await page.evaluate(() => 'hostile' in window)).toBe(false)
  await page.close()

  // A first view that can't read its data leaves the page to what follows.
  for (const broken of ['null', '{}', `{"page":"offer","of":"/p2p/${offerId}","data":{"offer":{"creator":1}}}`]) {
    const other = await browser.newPage({ baseURL: world.url })
    await carry(other, broken)
    await other.goto(`/p2p/${offerId}`)
    await expect(other.getByText('Checked on chain', { exact: true })).toBeVisible()
    await other.close()
  }
})
