import { expect, test } from '../fixtures/test.ts'

test('holding an NFT, or I on it, shows it in full without choosing it', async ({ cast, seat }) => {
  const alice = await cast.member('dokyo')
  const [nft] = alice.nfts
  if (!nft) throw new Error('the cast is short of NFTs')
  const at = await seat(alice.address)
  const { page, screen } = at
  await at.arrive()
  const tile = screen.tile(screen.own, nft)
  const dialog = page.getByRole('dialog').filter({ hasText: nft.contract })
  await expect(screen.own).toContainText('Hold an NFT, or press I on it')
  await tile.hover()
  await page.mouse.down()
  await expect(dialog).toBeVisible()
  await page.mouse.up()
  await expect(dialog).toContainText(`You, ${alice.address}`)
  await expect(dialog).toContainText(`#${nft.tokenId}`)
  await expect(dialog.getByText('Traits', { exact: true })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await expect(tile).toHaveAttribute('aria-selected', 'false')

  await screen.own.getByRole('listbox').focus()
  await page.keyboard.press('i')
  await expect(dialog).toBeVisible()
  // Keys in the details do not reach the grid behind them.
  await page.keyboard.press('Space')
  await expect(dialog).toHaveCount(0)
  await expect(tile).toHaveAttribute('aria-selected', 'false')
  await tile.click()
  await expect(tile).toHaveAttribute('aria-selected', 'true')
  expect(at.complaints).toEqual([])
})
