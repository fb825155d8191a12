import { type Address, product } from '@parley/domain'
import type { World } from '@parley/testkit'
import { parseAbi } from 'viem'
import { walletName } from '../fixtures/Person.ts'
import { smallFields } from '../fixtures/soundness.ts'
import { expect, test } from '../fixtures/test.ts'

const countAbi = parseAbi([
  'function totalSupply() view returns (uint256)',
  'function balanceOf(address owner) view returns (uint256)',
])
const burn = '0x000000000000000000000000000000000000dEaD'

/** How many NFTs a collection has in all, or how many of them are burned. */
async function countOf(
  { chain: { client } }: World,
  { address }: { readonly address: Address },
  functionName: 'totalSupply' | 'balanceOf',
): Promise<number> {
  const count =
    functionName === 'totalSupply'
      ? await client.readContract({ abi: countAbi, address, functionName })
      : await client.readContract({ abi: countAbi, address, functionName, args: [burn] })
  return Number(count)
}

test('a visitor reads what a swap costs, which collections can be swapped, and how many of Dokyo’s NFTs are not burned', async ({
  page,
  world,
}) => {
  const { collections } = world.builtFor
  for (const path of ['/p2p', `/what-is-${product.slug}#collections`]) {
    await page.goto(new URL(path, world.url).href)
    const list = page.locator('#collections').getByRole('listitem')
    await expect(list).toHaveCount(collections.length)
    for (const { name, address } of collections) {
      const card = list.filter({ has: page.locator(`[title="${address}"]`) })
      await expect(card).toContainText(name)
      await expect(card).toContainText(`${address.slice(0, 6)}…${address.slice(-4)}`)
      await card.scrollIntoViewIfNeeded()
      const isDrawn = (image: HTMLImageElement) => image.naturalWidth > 0
      await expect.poll(() => card.locator('img').evaluate(isDrawn), `the picture of ${name}`).toBe(true)
    }
  }
  await expect(page.locator('#collections')).toBeInViewport()
  const dokyo = collections.find(({ key }) => key === 'dokyo')
  if (!dokyo) throw new Error('Dokyo is not among the collections')
  const card = page.locator('#collections').getByRole('listitem').filter({ hasText: 'Dokyo' })
  await expect(card).toContainText(/\d NFTs/)
  const shown = Number(/(\d+) NFTs/.exec(await card.innerText())?.[1])
  const [all, burned] = await Promise.all([countOf(world, dokyo, 'totalSupply'), countOf(world, dokyo, 'balanceOf')])
  expect(burned).toBeGreaterThan(0)
  // The server keeps its count for a minute, in which other tests of this world may have minted.
  expect(shown).toBeLessThanOrEqual(all - burned)
  await page.goto(new URL('/p2p', world.url).href)
  const prices = page.getByRole('region', { name: 'What it costs' })
  await expect(prices).toContainText('Accepting an offer0.01 to 0.05 AVAX and gas')
  await expect(prices).toContainText('Cancelling before it expiresNetwork gas only')
})

test('an empty wallet shows its address, and ways on; a friend whose wallet is empty, too, or whose address is none, is said to be that [says connectedBadge, ownEmpty, ownEmptyHint, enterFriend, friendEmpty, friendEmptyHint]', async ({
  cast,
  seat,
}) => {
  const alice = await cast.member()
  const at = await seat(alice.address)
  await at.arrive()
  const { page } = at
  const { own, friends, recipient } = at.screen
  await expect(own).toContainText("NO NFT'S FOUND.")
  await expect(own).toContainText("CONNECT WALLET WITH NFT'S")
  await expect(friends).toContainText("ENTER FRIEND'S ADDRESS.")
  await recipient.fill('0x1234')
  await expect(friends).toContainText('INVALID ETH ADDRESS')
  await recipient.fill((await cast.member()).address)
  await expect(friends.getByText("NO NFT'S FOUND", { exact: true })).toBeVisible()
  await expect(friends).toContainText('TRY DIFFERENT ADDRESS')
  await expect(own).toContainText(alice.address)
  await expect(own).toContainText('You can offer AVAX for one of your friend’s')
  await own.getByRole('link', { name: 'See which collections can be swapped' }).click()
  await expect(page.locator('#collections')).toBeInViewport()
})

test('an information page shows who is connected, and connects who is not', async ({ cast, seat }) => {
  const alice = await cast.member()
  const known = await seat(alice.address)
  await known.visit('/help')
  const chip = known.page.getByRole('banner').getByRole('button', { name: /^Connected wallet/ })
  await expect(chip).toBeVisible()
  await chip.click()
  await expect(known.page.getByRole('dialog').getByText(alice.address)).toBeVisible()

  const bob = await cast.member()
  const visitor = await seat(bob.address)
  await visitor.screen.open('/how-it-works')
  await visitor.screen.chooseWallet(walletName)
  await expect(visitor.page.getByRole('banner').getByRole('button', { name: /^Connected wallet/ })).toBeVisible()
  await expect(visitor.page.getByRole('heading', { level: 1 })).toHaveText('How it works')
  expect([...known.complaints, ...visitor.complaints]).toEqual([])
})

test.describe('given a phone', () => {
  for (const widthPx of [360, 390])
    test(
      `nothing lies over a button or a field of the swap page, ${widthPx} px wide; the bar says what it does, without a price for an empty table`,
      {
        tag: widthPx === 390 ? [] : ['@long'],
      },
      async ({ cast, seat }) => {
        const further = Array.from({ length: 12 }, () => 'the-salvors' as const)
        const alice = await cast.member('dokyo', 'hoppers', 'steady', 'chikn', ...further)
        const bob = await cast.member('roostr')
        const at = await seat(alice.address)
        const { page, screen } = at
        await page.setViewportSize({ width: widthPx, height: 800 })
        await at.arrive()
        const bar = page.getByRole('button', { name: 'Review deal' })
        await expect(bar).toContainText('Nothing on the table yet')
        await expect(bar).not.toContainText('AVAX')
        await screen.recipient.fill(bob.address)
        await screen.addCoins()
        // Wait for Bob: choosing an NFT earlier would switch to his tab.
        await expect(page.getByText('They have 10 AVAX.')).toBeVisible()
        // This line comes late, and moves the wallet below it.
        await expect(page.getByText(/^You have .+ AVAX, and can offer/)).toBeVisible()
        // A long wallet scrolls below its search and filter.
        const chip = screen.own.getByRole('button', { name: /^All/ })
        const before = await chip.boundingBox()
        const list = screen.own.getByRole('listbox')
        const scrollTo = (top: number) => list.evaluate((grid, px) => ((grid.scrollTop = px), grid.scrollTop), top)
        expect(await scrollTo(5_000)).toBeGreaterThan(0)
        expect(await chip.boundingBox()).toEqual(before)
        // They stay in the first line while the page scrolls along it.
        await list.evaluate((grid) =>
          window.scrollBy({ top: grid.getBoundingClientRect().bottom - 420, behavior: 'instant' }),
        )
        for (const control of [chip, screen.own.getByRole('searchbox')])
          expect(await control.evaluate(isOnTop)).toBe(true)
        await page.evaluate(() => window.scrollTo({ top: 0, behavior: 'instant' }))
        await scrollTo(0)
        await screen.pickOwn(...alice.nfts.slice(0, 4))
        await expect(page.locator('.approvals summary')).toBeVisible()
        const endPx = await page.evaluate(() => document.documentElement.scrollHeight)
        for (let topPx = 0; topPx < endPx; topPx += 200) {
          await page.evaluate((top) => window.scrollTo({ top, behavior: 'instant' }), topPx)
          expect(await page.evaluate(coveredControls), `scrolled by ${topPx} px`).toEqual([])
        }
        expect(await smallFields(page)).toEqual([])
        await bar.click()
        await expect(page.getByRole('dialog').getByRole('button', { name: 'CREATE SWAP OFFER' })).toBeVisible()
      },
    )
})

function isOnTop(control: HTMLElement): boolean {
  const { left, top, width, height } = control.getBoundingClientRect()
  return control.contains(document.elementFromPoint(left + width / 2, top + height / 2))
}

/** Visible controls whose centre is under a floating button. */
function coveredControls(): string[] {
  const controls = document.querySelectorAll<HTMLElement>('main button, main input, main select, main summary, main a')
  return [...controls].flatMap((control) => {
    const { left, top, width, height } = control.getBoundingClientRect()
    const over = document.elementFromPoint(left + width / 2, top + height / 2)
    const floating = over?.closest('.theme-toggle, .demo-wallet-button')
    return floating && !control.contains(floating) && !control.closest('.deal-bar')
      ? [control.outerHTML.slice(0, 80)]
      : []
  })
}
