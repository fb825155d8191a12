import { parseEther } from 'viem'
import { expect, test } from '../fixtures/test.ts'

test('holding an NFT, or Enter on it, shows it in full without choosing it', async ({ cast, seat }) => {
  const alice = await cast.member('dokyo')
  const [nft] = alice.nfts
  if (!nft) throw new Error('the cast is short of NFTs')
  const at = await seat(alice.address)
  const { page, screen } = at
  await at.arrive()
  const tile = screen.tile(screen.own, nft)
  const dialog = page.getByRole('dialog').filter({ hasText: nft.contract })
  await expect(screen.own).toContainText('Hold an NFT, or press Enter on it')
  await tile.hover()
  await page.mouse.down()
  await expect(dialog).toBeVisible()
  await page.mouse.up()
  await expect(dialog).toContainText(`You, ${alice.address}`)
  await expect(dialog).toContainText(`#${nft.tokenId}`)
  await expect(dialog.getByText('Traits', { exact: true })).toBeVisible()
  const opened = page.waitForEvent('popup')
  await dialog.getByRole('link', { name: 'Full size' }).click()
  const original = await opened
  await expect(original).toHaveURL(/image\?size=original(&v=\w+)?$/)
  expect(await original.evaluate(() => document.contentType)).toMatch(/^image\//)
  await original.close()
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await expect(tile).toHaveAttribute('aria-selected', 'false')

  await screen.own.getByRole('listbox').focus()
  await page.keyboard.press('Enter')
  await expect(dialog).toBeVisible()
  // Keys pressed in the details don't reach the grid behind them.
  await page.keyboard.press('Space')
  await expect(dialog).toHaveCount(0)
  await expect(tile).toHaveAttribute('aria-selected', 'false')
  await tile.click()
  await expect(tile).toHaveAttribute('aria-selected', 'true')
  expect(at.complaints).toEqual([])
})

test('a press chooses an NFT without animating its tile or print, which would delay the frame', async ({
  cast,
  seat,
}) => {
  const alice = await cast.member('dokyo')
  const [nft] = alice.nfts
  if (!nft) throw new Error('the cast is short of NFTs')
  const at = await seat(alice.address)
  const { page, screen } = at
  await at.arrive()
  const tile = screen.tile(screen.own, nft)
  await tile.hover()
  // The picture under the pointer has been lifted by then. An animation that is cut short rejects.
  await page.evaluate(() =>
    Promise.allSettled(
      document
        .getAnimations()
        .filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity)
        .map(({ finished }) => finished),
    ),
  )
  const moved = await page.evaluateHandle(() => {
    const names: string[] = []
    for (const kind of ['animationstart', 'transitionrun'])
      document.addEventListener(kind, ({ target }) => {
        if (target instanceof Element && target.closest('.tile, .print')) names.push(`${kind} ${target.className}`)
      })
    return names
  })
  await tile.click()
  await expect(tile).toHaveAttribute('aria-selected', 'true')
  await expect(page.locator('.print')).toHaveCount(1)
  const found = await moved.evaluate(async (names) => {
    // Events of an animation come with its first frame.
    for (let frame = 0; frame < 3; frame += 1) await new Promise(requestAnimationFrame)
    return names
  })
  expect(found).toEqual([])
})

test('an NFT that was swapped here comes first by recently received, and tells from whom and when', async ({
  cast,
  seat,
}) => {
  const [alice, bob] = [await cast.member('dokyo', 'dokyo'), await cast.member('hoppers')]
  const [given] = alice.nfts
  const [got] = bob.nfts
  if (!given || !got) throw new Error('the cast is short of NFTs')
  await cast.approve(alice, given)
  await cast.approve(bob, got)
  const offerId = await cast.offer(alice, [given], [got])
  await cast.callEscrow(bob, 'acceptSwapOffer', [offerId], parseEther('0.01'))

  const at = await seat(alice.address)
  const { page, screen } = at
  await at.arrive()
  await expect(screen.tile(screen.own, got)).toBeVisible()
  const first = screen.own.getByRole('listbox').getByRole('option').first()
  await expect(first).not.toContainText(got.collectionName)
  await screen.own.getByRole('combobox', { name: 'Sort by' }).selectOption('Recently received')
  await expect(first).toContainText(got.collectionName)

  await screen.own.getByRole('listbox').focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog').filter({ hasText: got.contract })
  const swap = dialog.getByRole('listitem').filter({ has: page.locator(`a[href="/p2p/${offerId}"]`) })
  await expect(swap).toContainText(/from .* to /)
  await swap.getByRole('link').first().click()
  await expect(page).toHaveURL(`/p2p/${offerId}`)
  await expect(dialog).toHaveCount(0)
  expect(at.complaints).toEqual([])
})
